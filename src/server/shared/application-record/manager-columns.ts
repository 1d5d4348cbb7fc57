import { isNotNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#server/platform/db/schema.ts'

/** The wealth manager of an application, as its client and its reviewers see them. */
export interface ManagerView {
  name: string
  /** Where clients write to; null once they are deactivated: nobody reads it any more. */
  email: string | null
  /** Where clients call; null where they gave none, and once they are deactivated. */
  phone: string | null
  hasFaisLetter: boolean
}

/** For a left join of an application with its manager. */
export const managers = alias(users, 'managers')

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

/** @returns null where no manager is assigned */
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
