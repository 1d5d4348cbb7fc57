import { sql, type SQL } from 'drizzle-orm'
import type { AuditAction, AuditDetails } from '#features/audit/rules/events.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { approvals } from '#features/approvals/schema.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'

type NamesSubject<Details> = Details extends { subjectId: string } ? true : never

/** The actions that name whom they are about in their details: the type requires each. */
const namesSubject: {
  [Action in AuditAction as NamesSubject<AuditDetails[Action]> extends never ? never : Action]: true
} = { 'inspector-file.downloaded': true }

/**
 * What the log holds about its reader as a member of staff who is compared with sanctions lists: such events are left
 * out for them, against tipping off (FICA, section 29). Null for other rows, and without any.
 */
async function aboutSelf(db: Queries, { userId }: Pick<Doer, 'userId'>): Promise<SQL | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with own as (select id from ${screeningSubjects} where user_id = ${userId})
    select id from own
    union select hit.id from ${hits} hit join own on own.id = hit.subject_id
    union select request.id from ${approvals} request join own on own.id = request.subject_id`)
  if (rows.length === 0) return null
  const ids = sql.param(rows.map(({ id }) => id))
  return sql`(${auditEvents.objectId} = any(${ids}::uuid[])
    or ${auditEvents.action} = any(${sql.param(Object.keys(namesSubject))}::text[])
      and ${auditEvents.details} ->> 'subjectId' = any(${ids}::text[]))`
}

/** The condition on the rows that a reader may see; undefined for all. */
export async function notAboutSelf(db: Queries, reader: Pick<Doer, 'userId'>): Promise<SQL | undefined> {
  const isAboutSelf = await aboutSelf(db, reader)
  return isAboutSelf === null ? undefined : sql`(${isAboutSelf}) is not true`
}

/** How many rows are left out for a reader. */
export async function countAboutSelf(
  { database: { db } }: Pick<Context, 'database'>,
  reader: Pick<Doer, 'userId'>,
): Promise<number> {
  const isAboutSelf = await aboutSelf(db, reader)
  return isAboutSelf === null ? 0 : db.$count(auditEvents, isAboutSelf)
}
