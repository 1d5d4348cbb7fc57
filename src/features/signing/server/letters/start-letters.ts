import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { letterGaps } from '#features/signing/rules/letter/content.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { letterRunRows, letterRuns } from '#features/signing/schema/letter-schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { contentFor, managersWithLetters, publishedTemplate } from './letter-content.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** How long results can be read; the audit log is permanent. */
const RETENTION_MS = 30 * DAY_MS

/**
 * Starts the generation of letters, which servers do in the background (`run-letters.ts`).
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError conflict (409) `not-published`, `letters-running` while others are generated; stale (412)
 * `version-conflict` for a template that is not the published one
 */
export async function startLetters<Answer>(
  act: CommandContext,
  { managerIds, templateVersion, replaceUploaded }: ParsedInput<'POST /api/firm/letters'>['body'],
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, now } = work
    await requireVersion(tx, templateVersion)
    const chosen = managerIds ?? (await managersWithLetters(tx)).map(({ id }) => id)
    const ids = [...new Set(chosen)]
    await tx
      .delete(letterRuns)
      .where(
        and(isNotNull(letterRuns.endedAt), lt(letterRuns.endedAt, new Date(now.getTime() - RETENTION_MS))),
      )
    await insertRun(work, ids, { version: templateVersion, replaceUploaded, isAutomatic: false })
    return answer(tx)
  })
}

/**
 * Starts the generation of the letter of a wealth manager who has none, once nothing is missing any more. The caller
 * holds the lock of the manager's account.
 */
export async function startMissingLetter(work: TransactionContext, managerId: string): Promise<void> {
  const { tx, context } = work
  const published = await publishedTemplate(tx)
  const [manager] = await managersWithLetters(tx, managerId)
  if (published === undefined || manager === undefined || manager.documentId !== null) return
  if (letterGaps(contentFor(context.settings, published.template, manager)).length > 0) return
  const open = await tx
    .select({ runId: letterRunRows.runId })
    .from(letterRunRows)
    .innerJoin(letterRuns, eq(letterRuns.id, letterRunRows.runId))
    .where(
      and(eq(letterRunRows.managerId, managerId), isNull(letterRunRows.outcome), isNull(letterRuns.endedAt)),
    )
  if (open.length > 0) return
  await insertRun(work, [managerId], {
    version: published.version,
    replaceUploaded: false,
    isAutomatic: true,
  })
}

interface RunFacts {
  version: number
  replaceUploaded: boolean
  isAutomatic: boolean
}

async function insertRun(work: TransactionContext, ids: readonly string[], facts: RunFacts): Promise<void> {
  const { tx, actor, origin, now } = work
  const run = {
    id: newId(),
    actorId: actor.userId,
    ip: origin.ip,
    ...facts,
    total: ids.length,
    createdAt: now,
  }
  const started = await tx
    .insert(letterRuns)
    .values(run)
    .onConflictDoNothing()
    .returning({ id: letterRuns.id })
  if (started.length === 0) throw alreadyRunning()
  await tx.execute(sql`
    insert into ${letterRunRows} (run_id, manager_id, position)
    select ${run.id}, manager_id, position
    from unnest(${sql.param(ids)}::uuid[]) with ordinality chosen(manager_id, position)`)
  const { version } = facts
  await record(work, 'firm.letters-started', null, { runId: run.id, version, managers: ids.length })
}

async function requireVersion(tx: Transaction, version: number): Promise<void> {
  const published = await publishedTemplate(tx)
  if (published === undefined) {
    throw new DomainError(
      'conflict',
      'The firm’s letter is not published yet. Publish it, then generate letters.',
      { code: 'not-published' },
    )
  }
  if (published.version === version) return
  throw new DomainError(
    'stale',
    'Another version of the letter has been published. Reload the page, then generate letters.',
    { code: 'version-conflict' },
  )
}

function alreadyRunning(): DomainError {
  return new DomainError(
    'conflict',
    'Letters are already being generated. Please wait until that is complete, then try again.',
    { code: 'letters-running' },
  )
}
