import { and, isNotNull, lt, sql } from 'drizzle-orm'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/db/id.ts'
import { letterRunRows, letterRuns } from '#server/platform/db/letter-schema.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import { record } from '#server/shared/audit/record.ts'
import { inTransaction, type CommandContext } from '#server/shared/command-context.ts'
import { managersWithLetters, publishedTemplate } from './letter-content.ts'

/** How long results can be read; the audit log is permanent. */
const RETENTION_MS = 30 * 24 * 60 * 60_000

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
    const { tx, actor, origin, now } = work
    await requireVersion(tx, templateVersion)
    const chosen = managerIds ?? (await managersWithLetters(tx)).map(({ id }) => id)
    const ids = [...new Set(chosen)]
    await tx
      .delete(letterRuns)
      .where(
        and(isNotNull(letterRuns.endedAt), lt(letterRuns.endedAt, new Date(now.getTime() - RETENTION_MS))),
      )
    const run = {
      id: newId(),
      actorId: actor.userId,
      ip: origin.ip,
      version: templateVersion,
      replaceUploaded,
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
    await record(work, 'firm.letters-started', null, {
      runId: run.id,
      version: templateVersion,
      managers: ids.length,
    })
    return answer(tx)
  })
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
