import { asc, sql } from 'drizzle-orm'
import type { Role } from '#features/access/rules/roles.ts'
import type { Queries } from '#base/server/db/database.ts'
import { approvals } from '#features/approvals/schema.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import { verifications } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { hits } from '#features/screening/schema.ts'

/** A member of staff whom the file names, as they are now. */
export interface NamedStaff {
  id: string
  name: string
  username: string
  role: Role
  seniorManagerSince: Date | null
  deactivatedAt: Date | null
}

/** Who verified, rated, decided and approved for a client, by name. */
export async function namedStaff(db: Queries, applicationId: string): Promise<NamedStaff[]> {
  const acts = sql`(
    select by_id from ${verifications} where application_id = ${applicationId}
    union select rated_by from ${riskRatings} where application_id = ${applicationId}
    union select unnest(array[asked_by, decided_by]) from ${approvals} where application_id = ${applicationId}
    union select unnest(array[decided_by, second_by]) from ${hits} where application_id = ${applicationId}
    union select unnest(array[held_by, lifted_by]) from ${retentionHolds} where application_id = ${applicationId})`
  const name = sql<string>`coalesce(${users.fullName}, ${users.username})`
  return db
    .select({
      id: users.id,
      name,
      username: users.username,
      role: users.role,
      seniorManagerSince: users.seniorManagerSince,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .where(sql`${users.id} in ${acts}`)
    .orderBy(asc(name), asc(users.id))
}
