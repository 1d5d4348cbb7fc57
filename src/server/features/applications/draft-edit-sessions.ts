import { sql, type SQL } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { withAuditOf } from '#server/shared/audit/with-audit.ts'
import type { Context } from '#server/shared/context.ts'
import { namedStatement } from '#server/platform/db/named-statement.ts'
import { applications, draftStretches } from '#server/platform/db/schema.ts'
import { seenRow, unlockedSeenRow, type FindSeen } from './seen-row.ts'

/*
 * While somebody types, answers are saved by themselves every few seconds. Each such save notes in the same statement what it
 * changed, in a stretch; the audit log gets the stretch as one row when it ends: before the next save that somebody asks
 * for, or after ten minutes (docs/decisions/0030). Nothing is submitted in the middle of one: what is typed takes the
 * statement back that the answers are accurate, and that is recorded at once.
 */
const LONGEST_MS = 10 * 60_000

/** Saves of one client with a row of the log each: nobody presses Next more often within a minute. */
const savesWithOwnRow = new RateLimiterMemory({ points: 20, duration: 60 })

/** Whether a client saves so often that the log names further saves together, as it does those while they type. */
export async function isBurstOfSaves(userId: string): Promise<boolean> {
  return savesWithOwnRow.consume(userId).then(
    () => false,
    () => true,
  )
}

type DraftValue =
  | 'id'
  | 'revision'
  | 'answers'
  | 'idNumberHash'
  | 'version'
  | 'updatedAt'
  | 'ip'
  | 'actorId'
  | 'actorRole'
  | 'fields'
  | 'currentStep'

/** The answers and their stretch, if the application is found as it was read. */
const storeDraftIn = (name: string, found: FindSeen) =>
  namedStatement<DraftValue>(
    name,
    (value) => sql`with changed as (
      update ${applications} set
        answers = ${value('answers')}::jsonb,
        id_number_hash = ${value('idNumberHash')}::bytea,
        current_step = ${value('currentStep')},
        version = ${value('version')}::integer,
        updated_at = ${value('updatedAt')}::timestamptz
      where ${found(value)}
      returning id, updated_at, version
    )
    insert into ${draftStretches} as stretch
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

/** One round trip, one transaction, which waits for no lock of the application. */
export const storeDraft = storeDraftIn('save_draft', unlockedSeenRow)

/** The same as part of a transaction, in its turn. */
export const storeDraftInTurn = storeDraftIn('save_draft_in_turn', seenRow)

/** Stretches that ended, as rows of the log; `ended` is what they go by. */
export const endedStretches = sql`select ended.until, 'application.draft-saved', true, ended.actor_id, ended.actor_role,
    ended.application_id, nullif(ended.ip, '')::inet, jsonb_build_object(
      'version', ended.version, 'fields', ended.fields, 'currentStep', ended.current_step, 'saves', ended.saves,
      'since', to_char(ended.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from ended`

/** Ends the stretches of which something is true: a named part of a WITH clause, for `endedStretches`. */
export function endStretches(where: SQL): SQL {
  return sql`ended as (delete from ${draftStretches} where ${where} returning *)`
}

/** Records the stretches that have lasted long enough; whoever goes on typing begins another one. */
export async function recordLongDrafts({ database, now }: Pick<Context, 'database' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - LONGEST_MS).toISOString()
  await database.db.execute(withAuditOf(endStretches(sql`since <= ${before}::timestamptz`), endedStretches))
}
