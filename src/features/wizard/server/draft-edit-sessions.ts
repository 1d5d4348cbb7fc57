import { sql, type SQL } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { withAuditOf } from '#features/audit/server/with-audit.ts'
import type { Context } from '#base/server/context.ts'
import { namedStatement } from '#base/server/db/named-statement.ts'
import { applications } from '#features/access/schema/tables.ts'
import { draftEditSessions } from '#features/wizard/schema.ts'

/*
 * Autosaves are recorded in an editing session in the same statement. A session becomes one audit row when it ends:
 * before the next explicit save, or after ten minutes (docs/decisions/0030). Autosaves reset the confirmation of
 * accuracy, which is audited at once, so nothing can be submitted within a session.
 */
const MAX_DURATION_MS = 10 * 60_000

/** Above this rate, saves of a client share an audit row; users do not press Next more often within a minute. */
const savesWithOwnRow = new RateLimiterMemory({ points: 20, duration: 60 })

/** Whether a client saves so often that further saves share an audit row. */
export async function isBurstOfSaves(userId: string): Promise<boolean> {
  return savesWithOwnRow.consume(userId).then(
    () => false,
    () => true,
  )
}

type DraftValue =
  | 'id'
  | 'answers'
  | 'idNumberHash'
  | 'version'
  | 'updatedAt'
  | 'ip'
  | 'actorId'
  | 'actorRole'
  | 'fields'
  | 'currentStep'

/** Stores the answers and the editing session, in the transaction that locked the application. */
export const storeDraft = namedStatement<DraftValue>(
  'save_draft',
  (value) => sql`with changed as (
      update ${applications} set
        answers = ${value('answers')}::jsonb,
        id_number_hash = ${value('idNumberHash')}::bytea,
        current_step = ${value('currentStep')},
        version = ${value('version')}::integer,
        updated_at = ${value('updatedAt')}::timestamptz
      where id = ${value('id')}
      returning id, updated_at, version
    )
    insert into ${draftEditSessions} as stretch
      (application_id, ip, actor_id, actor_role, since, until, saves, fields, current_step, version)
    select changed.id, coalesce(${value('ip')}, ''), ${value('actorId')}::uuid, ${value('actorRole')}, changed.updated_at, changed.updated_at,
      1, ${value('fields')}::text[], ${value('currentStep')}, changed.version
    from changed
    on conflict (application_id, ip) do update set
      until = excluded.until,
      saves = stretch.saves + 1,
      fields = array(select distinct unnest(stretch.fields || excluded.fields) order by 1),
      current_step = excluded.current_step,
      version = excluded.version`,
)

/** Ended editing sessions as audit rows, from the CTE `ended`. */
export const endedSessions = sql`select ended.until, 'application.draft-saved', true, ended.actor_id, ended.actor_role,
    ended.application_id, nullif(ended.ip, '')::inet, jsonb_build_object(
      'version', ended.version, 'fields', ended.fields, 'currentStep', ended.current_step, 'saves', ended.saves,
      'since', to_char(ended.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from ended`

/** Ends the editing sessions that match a condition: a CTE for `endedStretches`. */
export function endSessions(where: SQL): SQL {
  return sql`ended as (delete from ${draftEditSessions} where ${where} returning *)`
}

/** Records editing sessions that reached the maximum duration; further autosaves start another. */
export async function recordLongDrafts({ database, now }: Pick<Context, 'database' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - MAX_DURATION_MS).toISOString()
  await database.db.execute(withAuditOf(endSessions(sql`since <= ${before}::timestamptz`), endedSessions))
}
