import { sql, type SQL } from 'drizzle-orm'
import { importRows } from '#features/imports/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { isNotInvited } from '#features/applications/server/record/not-invited.ts'

/**
 * The condition that a row of an import created a user who was not invited yet; cancelled clients are not invited in
 * batches. `offset 0` has each user looked up by id: right after an import, the planner takes its rows for few, and would
 * read all of them again for each user.
 *
 * @param further on the user or the application
 */
export function awaitsInvitation(importId: string, further?: SQL): SQL {
  return sql`${importRows.importId} = ${importId} and ${importRows.outcome} = 'created' and exists (
    select from ${users} left join ${applications} on ${applications.userId} = ${users.id}
    where ${users.id} = ${importRows.userId} and ${isNotInvited}
      and ${applications.status} is distinct from 'cancelled' and ${further ?? sql`true`} offset 0)`
}
