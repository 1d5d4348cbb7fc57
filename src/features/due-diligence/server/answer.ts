import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { isDeepStrictEqual } from 'node:util'
import { draftSchemas, type DraftOf } from '#features/due-diligence/rules/drafts.ts'
import { problemsOf } from '#features/due-diligence/rules/problems.ts'
import { basisOf } from '#features/due-diligence/rules/state.ts'
import { HAND_IN_WORDING, NOT_CONFIRMED, tasks, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { readInput } from '#base/rules/input/read-input.ts'
import { recipientsFor } from '#features/wizard/server/queries.ts'
import { notifyStaff } from '#features/notes/server/notifications/notify-staff.ts'
import { declarations, dueDiligenceTasks } from '#features/due-diligence/schema/due-diligence-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import type { LoadedTask } from './load.ts'
import { lockOwnTask, requireOpen, writeTask, type Locked } from './write-task.ts'

interface Saving {
  /** As sent. */
  draft: Record<string, unknown>
  /** Opens an accepted task again. */
  changed: boolean
  /** Whether the client saw this version; undefined accepts any. */
  isCurrent?: ((present: { id: string; version: number }) => boolean) | undefined
}

/**
 * Saves the draft of a task. Idempotent.
 *
 * @throws DomainError invalid (400) for wrong fields, stale (412) for an older version, not-open (409)
 */
export async function saveDraft(
  act: CommandContext,
  task: TaskName,
  { draft: sent, changed, isCurrent }: Saving,
): Promise<void> {
  const input = readInput(draftSchemas[task], sent)
  if (!input.ok) {
    throw new DomainError('invalid', 'Please check the highlighted fields.', { errors: input.problems })
  }
  await inTransaction(act, async (work) => {
    const { context } = work
    const { application, own } = await lockOwnTask(work, task)
    if (!changed) requireOpen(own)
    const reopens = changed && own.row?.state === 'accepted'
    if (!reopens && isDeepStrictEqual(own.draft, plain(input.data))) return
    const version = own.row?.version ?? 0
    if (isCurrent?.({ id: application.id, version }) === false) {
      throw new DomainError('stale', 'This was changed on another page. Please reload it and try again.', {
        code: 'version-conflict',
      })
    }
    await writeTask(work, application.id, own, (id) => ({
      draft: encrypt(context.keyring, dueDiligenceTasks.draft, id, JSON.stringify(input.data)),
      version: version + 1,
      ...(reopens && { state: 'open' as const }),
    }))
    await record(work, 'pack.saved', application.id, { task, version: version + 1 })
  })
}

/** As stored. */
function plain(draft: DraftOf<TaskName>): unknown {
  return JSON.parse(JSON.stringify(draft))
}

/**
 * Hands in a task: its draft becomes a declaration. Repeating it without a change does nothing.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError incomplete (422) with what is missing, not-open (409)
 */
export async function handIn<Answer>(
  act: CommandContext,
  { task, accurate }: { task: TaskName; accurate: boolean },
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const locked = await lockOwnTask(work, task)
    const { application, found, own } = locked
    requireOpen(own)
    const errors = problemsOf(task, found.around, own.papers)
    if (!accurate) errors.push({ path: 'accurate', message: NOT_CONFIRMED })
    if (errors.length > 0) {
      throw new DomainError('incomplete', errors.map(({ message }) => message).join('. '), {
        code: 'incomplete',
        errors,
      })
    }
    const draft = own.draft ?? {}
    const basis = basisOf(task, application.answers)
    const [newest] = own.declared
    const isRepeated =
      own.row?.state === 'handed-in' &&
      isDeepStrictEqual(newest?.draft, draft) &&
      isDeepStrictEqual(newest?.basis, basis)
    if (!isRepeated) await declare(work, locked, { draft, basis })
    return answer(work.tx)
  })
}

async function declare(
  work: TransactionContext,
  { application, found, own }: Locked & { own: LoadedTask },
  content: { draft: DraftOf<TaskName>; basis: ReturnType<typeof basisOf> },
): Promise<void> {
  const { tx, context, actor, origin, now } = work
  const { task, declared, row } = own
  const [id, version] = [newId(), (declared[0]?.version ?? 0) + 1]
  await tx.insert(declarations).values({
    id,
    applicationId: application.id,
    task,
    version,
    content: encrypt(context.keyring, declarations.content, id, JSON.stringify(content)),
    wording: HAND_IN_WORDING,
    madeAt: now,
    madeBy: actor.userId,
    ip: origin.ip,
  })
  await writeTask(work, application.id, own, () => ({
    state: 'handed-in',
    version: (row?.version ?? 0) + 1,
    reason: null,
    comment: null,
    askedAt: null,
    dueOn: null,
    reminders: 0,
    handedInAt: now,
    renewFrom: null,
    expiresOn: null,
  }))
  await record(work, 'pack.handed-in', application.id, { task, version })
  // One notification until staff have looked at what waits for them.
  const waits = found.tasks.some((one) => one.task !== task && one.now.state === 'handed-in')
  if (!waits) await notifyReviewers(work, application, task)
}

async function notifyReviewers(
  work: TransactionContext,
  application: Locked['application'],
  task: TaskName,
): Promise<void> {
  const { recipients } = await recipientsFor(work.tx, application, work.now)
  const notification = { kind: 'pack-handed-in', recipients, applicationId: application.id } as const
  const data = {
    fullName: application.answers.fullName ?? work.actor.username,
    items: [tasks[task].label],
    applicationId: application.id,
  }
  for (const recipient of await notifyStaff(work, notification)) {
    await queueMail(work, { template: 'pack-handed-in', recipient, data })
  }
}
