import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm'
import { letterRunRows, letterRuns } from '#features/signing/schema/letter-schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { CommandContext, TransactionContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { jobActor } from '#features/access/server/job-actor.ts'
import { generateLetter, type LetterResult } from './generate-letter.ts'

type Run = typeof letterRuns.$inferSelect

/** A letter takes a fraction of a second. After this, the server that claimed it is taken to be gone. */
const CLAIM_MS = 30_000
/** A letter is not tried again after so many internal errors. */
const MAX_FAULTS = 3

/**
 * Generates the letters of open runs, one at a time. Safe to interrupt, and to run on several servers at once: each
 * letter is claimed by one of them, and stored with its result in one transaction.
 *
 * @param stopping aborts after the current letter
 */
export async function runLetters(context: Context, stopping?: AbortSignal): Promise<void> {
  const { db } = context.database
  const open = await db
    .select()
    .from(letterRuns)
    .where(isNull(letterRuns.endedAt))
    .orderBy(asc(letterRuns.createdAt))
  for (const run of open) await doRun(context, run, stopping)
}

async function doRun(context: Context, run: Run, stopping: AbortSignal | undefined): Promise<void> {
  const { db } = context.database
  while (!isStopping(stopping)) {
    const actor = await jobActor(db, run.actorId, 'firm.word')
    if (actor === null) await settleRest(db, run)
    const managerId = actor === null ? null : await claim(context, run)
    if (actor === null || managerId === null) return end(context, run)
    await generate(context, { run, actor, managerId })
  }
}

function isStopping(stopping: AbortSignal | undefined): boolean {
  return stopping?.aborted === true
}

interface Claimed {
  run: Run
  actor: Doer
  managerId: string
}

/** Claims a letter that no other server works on. A server that was killed loses its claim. */
async function claim({ database: { db }, now }: Context, { id }: Run): Promise<string | null> {
  const at = now()
  const until = new Date(at.getTime() + CLAIM_MS)
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${letterRunRows} set claimed_until = ${until.toISOString()}::timestamptz
    where run_id = ${id} and manager_id = (
      select manager_id from ${letterRunRows}
      where run_id = ${id} and outcome is null
        and (claimed_until is null or claimed_until <= ${at.toISOString()}::timestamptz)
      order by faults, position limit 1 for update skip locked)
    returning manager_id as id`)
  return rows[0]?.id ?? null
}

async function generate(context: Context, { run, actor, managerId }: Claimed): Promise<void> {
  const origin = { ip: run.ip, userAgent: null }
  const act: CommandContext<Doer> = { context, actor, origin, now: context.now() }
  try {
    const { version, replaceUploaded } = run
    const onGiven = async (work: TransactionContext<Doer>) => {
      const isOwn = await settle(work.tx, { run, managerId }, { outcome: 'generated' })
      // While this waited for a lock, another server may have done it, or the user lost the right.
      const isAllowed = (await jobActor(work.tx, run.actorId, 'firm.word')) !== null
      if (!isOwn || !isAllowed) throw new DomainError('conflict', 'The letter is no longer wanted.')
    }
    const result = await generateLetter(act, { managerId, version, replaceUploaded, onGiven })
    if (result.outcome !== 'generated') await settle(context.database.db, { run, managerId }, result)
  } catch (error) {
    context.log.error({ err: error, run: run.id }, 'a letter could not be generated')
    await countFault(context.database.db, { run, managerId })
  }
}

const isOpen = ({ run, managerId }: Pick<Claimed, 'run' | 'managerId'>) =>
  and(eq(letterRunRows.runId, run.id), eq(letterRunRows.managerId, managerId), isNull(letterRunRows.outcome))

/** @returns false where another server has done it */
async function settle(
  db: Queries,
  row: Pick<Claimed, 'run' | 'managerId'>,
  { outcome, missing = [] }: LetterResult,
): Promise<boolean> {
  const settled = await db
    .update(letterRunRows)
    .set({ outcome, missing })
    .where(isOpen(row))
    .returning({ managerId: letterRunRows.managerId })
  return settled.length > 0
}

async function countFault(db: Queries, row: Pick<Claimed, 'run' | 'managerId'>): Promise<void> {
  await db
    .update(letterRunRows)
    .set({
      faults: sql`${letterRunRows.faults} + 1`,
      outcome: sql`case when ${letterRunRows.faults} + 1 >= ${MAX_FAULTS} then 'failed' end`,
      claimedUntil: null,
    })
    .where(isOpen(row))
}

async function settleRest(db: Queries, { id }: Run): Promise<void> {
  await db
    .update(letterRunRows)
    .set({ outcome: 'not-allowed' })
    .where(and(eq(letterRunRows.runId, id), isNull(letterRunRows.outcome)))
}

/** If another server still works on a letter, that server ends the run. */
async function end({ database: { db }, now }: Context, { id }: Run): Promise<void> {
  const open = db
    .select({ managerId: letterRunRows.managerId })
    .from(letterRunRows)
    .where(and(eq(letterRunRows.runId, id), isNull(letterRunRows.outcome)))
  await db
    .update(letterRuns)
    .set({ endedAt: now() })
    .where(and(eq(letterRuns.id, id), isNull(letterRuns.endedAt), notExists(open)))
}
