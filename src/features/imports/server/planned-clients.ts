import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { parseRows } from '#features/imports/rules/row-ranges.ts'
import type { Queries } from '#base/server/db/database.ts'
import { importRows, type invitationPlans } from '#features/imports/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { awaitsInvitation } from './awaits-invitation.ts'

/** Whom a plan invites. */
export type PlannedFor = Pick<
  typeof invitationPlans.$inferSelect,
  'importId' | 'managerId' | 'status' | 'rows'
>

/** The invitations of imported clients. */
export const importedInvitations = ['invitation', 'invitation-imported'] as const
export type ImportedInvitation = (typeof importedInvitations)[number]

/** The condition that a row is of a client whom a plan still invites: with one of the invitations, and `also` that. */
export function isPlanned(
  { importId, managerId, status, rows }: PlannedFor,
  { invitation, also }: { invitation?: ImportedInvitation; also?: SQL } = {},
): SQL | undefined {
  const isDraft =
    invitation === 'invitation' ? eq(applications.status, 'draft') : ne(applications.status, 'draft')
  const further = and(
    managerId === null ? undefined : eq(users.wealthManagerId, managerId),
    status === null ? undefined : eq(applications.status, status),
    invitation && isDraft,
    also,
  )
  return and(awaitsInvitation(importId, further), rows === null ? undefined : isChosen(rows))
}

/** The ids of the next clients, in the order of the file. */
export async function nextPlanned(db: Queries, planned: SQL | undefined, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: importRows.userId })
    .from(importRows)
    .where(planned)
    .orderBy(asc(importRows.row))
    .limit(limit)
  return found.flatMap(({ id }) => id ?? [])
}

function isChosen(rows: string): SQL {
  const ranges = parseRows(rows) ?? []
  const [first, last] = [ranges.map(([from]) => from), ranges.map(([, to]) => to)]
  return sql`exists (
    select from unnest(${sql.param(first)}::int[], ${sql.param(last)}::int[]) range (first, last)
    where ${importRows.row} between first and last)`
}
