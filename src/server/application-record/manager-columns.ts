import { isNotNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#server/db/schema.ts'

/** The wealth manager of an application, as its client and its reviewers see them. */
export interface ManagerView {
  name: string
  /** Where clients write to; null once they are deactivated: nobody reads it any more. */
  email: string | null
  hasFaisLetter: boolean
}

/** For a left join of an application with its manager. */
export const managers = alias(users, 'managers')

/** What `managerIn` reads. */
export const managerColumns = {
  managerName: managers.fullName,
  managerUsername: managers.username,
  managerDeactivatedAt: managers.deactivatedAt,
  hasFaisLetter: isNotNull(managers.faisDocumentId),
}

interface ManagerRow {
  managerName: string | null
  managerUsername: string | null
  managerDeactivatedAt: Date | null
  hasFaisLetter: unknown
}

/** @returns null where no manager is assigned */
export function managerIn(row: ManagerRow): ManagerView | null {
  const { managerName, managerUsername, managerDeactivatedAt, hasFaisLetter } = row
  if (managerUsername === null) return null
  return {
    name: managerName ?? managerUsername,
    email: managerDeactivatedAt === null ? managerUsername : null,
    hasFaisLetter: hasFaisLetter === true,
  }
}
