import { and, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { GateLevel } from '#features/access/rules/gate-levels.ts'
import type { Gate, GateReads, Shut } from '#features/access/server/require-open.ts'
import { missingFor, prohibitedRelationship, type Missing } from '#features/due-diligence/rules/gate.ts'
import { missingOf } from '#features/due-diligence/server/gate.ts'
import { applications } from '#features/access/schema/tables.ts'
import { prohibitingRoles } from '#features/due-diligence/rules/screened-roles.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'

/** The gate of every act (docs/decisions/0156). Open for all while due diligence is switched off. */
export const gate: Gate = {
  isServed: ({ dueDiligence }, applicationId) =>
    dueDiligence.on ? sql`not ${isProhibited(applicationId)}` : sql`true`,

  async missingIn(work, ids, level) {
    const { tx, context } = work
    if (!context.settings.dueDiligence.on || ids.length === 0) return new Map()
    const { id, status, answers } = applications
    const isConcerned = level === 'served' ? isProhibited(id) : undefined
    const rows = await tx
      .select({ id, status, answers })
      .from(applications)
      .where(and(inArray(id, [...ids]), isConcerned))
    const found = new Map<string, Shut>()
    for (const row of rows) {
      const missing = level === 'served' ? [prohibitedRelationship] : await missingAt(level, work, row)
      if (missing.length > 0) found.set(row.id, { status: row.status, missing })
    }
    return found
  },
}

type Row = Pick<typeof applications.$inferSelect, 'id' | 'status' | 'answers'>

async function missingAt(level: GateLevel, { tx, context, now }: GateReads, row: Row): Promise<Missing[]> {
  return missingFor(level, await missingOf({ ...context, database: { db: tx } }, row, now))
}

/** A match on the United Nations' list is confirmed; other lists, and a listed relative, raise the risk. */
function isProhibited(applicationId: AnyColumn): SQL {
  return sql`exists (select from ${hits} prohibiting
    join ${screeningSubjects} listed on listed.id = prohibiting.subject_id
    where prohibiting.application_id = ${applicationId} and prohibiting.state = 'match' and prohibiting.source = 'UN'
      and listed.role = any(${sql.param(prohibitingRoles)}::text[]))`
}
