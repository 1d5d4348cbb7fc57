import { isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#features/access/schema/tables.ts'

/** An application's wealth manager, as its client and reviewers see them. */
export interface ManagerView {
  name: string
  /** Address for clients; null once the manager is deactivated. */
  email: string | null
  /** Phone number for clients; null without one, and once the manager is deactivated. */
  phone: string | null
  hasFaisLetter: boolean
}

/** For a left join of an application with its manager. */
export const managers = alias(users, 'managers')

/** A manager's name, or else their address; null without a manager. */
export const nameOfManager = sql<string | null>`coalesce(${managers.fullName}, ${managers.username})`

/** What `managerIn` reads. */
export const managerColumns = {
  managerName: managers.fullName,
  managerUsername: managers.username,
  managerPhone: managers.phone,
  managerDeactivatedAt: managers.deactivatedAt,
  hasFaisLetter: isNotNull(managers.faisDocumentId),
}

interface ManagerRow {
  managerName: string | null
  managerUsername: string | null
  managerPhone: string | null
  managerDeactivatedAt: Date | null
  hasFaisLetter: unknown
}

/** @returns null without an assigned manager */
export function managerIn(row: ManagerRow): ManagerView | null {
  const { managerName, managerUsername, managerPhone, managerDeactivatedAt, hasFaisLetter } = row
  if (managerUsername === null) return null
  const isThere = managerDeactivatedAt === null
  return {
    name: managerName ?? managerUsername,
    email: isThere ? managerUsername : null,
    phone: isThere ? managerPhone : null,
    hasFaisLetter: hasFaisLetter === true,
  }
}
