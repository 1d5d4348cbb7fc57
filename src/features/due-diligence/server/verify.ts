import { encrypt, encryptJson } from '#base/server/db/encrypted-columns.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import {
  COMMENT_MISSING,
  lacksComment,
  reasonToClient,
  type CorrectionReason,
} from '#features/applications/rules/round/reasons.ts'
import { usualDueDay } from '#features/applications/rules/round/rounds.ts'
import type { TaskAgain } from '#features/due-diligence/api/tasks-again.ts'
import { isMet, needsOf } from '#features/due-diligence/rules/needs.ts'
import { tasks, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { verifications, dueDiligenceTasks } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { newId } from '#base/server/db/id.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { requireOpen } from '#features/access/server/require-open.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { evidenceOf } from './implausible.ts'
import { requireOpened } from '#features/documents/server/opened.ts'
import { taskIn, type LoadedTask, type TaskPaper } from './load.ts'
import type { VerificationDetails } from './acceptances.ts'
import { invalid, renewalsBy, requireSeen } from './seen.ts'
import { lockAsStaff, writeTask } from './write-task.ts'

type Verdict = ParsedInput<'PUT /api/admin/applications/{id}/pack/{task}/verdict'>['body']
type Locked = Awaited<ReturnType<typeof lockAsStaff>>

/** A mail about a task waits for further verdicts, which join it: two minutes with the usual time to undo. */
const DELAY_IN_UNDO_TIMES = 12

/**
 * Accepts a task, or sends it back to the client. Idempotent.
 *
 * @throws DomainError changed (409) where the client has sent a newer version or other files, not-open (409) where
 * nothing was handed in, conflict (409) for accepting documents that the actor has not opened, second-person (409) for
 * the own account, invalid (400)
 */
export async function giveVerdict(
  act: CommandContext,
  { id, task }: { id: string; task: TaskName },
  verdict: Verdict,
): Promise<void> {
  await inTransaction(act, async (work) => {
    const locked = await lockAsStaff(work, id)
    const own = taskIn(locked.found, task)
    requireVersion(own, verdict)
    if (await isRepeated(work, own, { id, verdict })) return
    if (verdict.verdict === 'again') await sendBack(work, locked, { own, verdict })
    else await accept(work, locked, { own, verdict })
  })
}

function requireVersion({ declared: [newest], row }: LoadedTask, { version }: Verdict): void {
  if (newest === undefined) {
    throw new DomainError('conflict', 'The client hasn’t handed this in yet.', { code: 'not-open' })
  }
  if (newest.version !== version) {
    throw new DomainError('conflict', 'The client has sent a newer version.', { code: 'changed' })
  }
  if (row?.state === 'open') {
    throw new DomainError('conflict', 'The client is changing this.', { code: 'changed' })
  }
}

/** Whether this user's latest verdict says the same, and nothing has happened since. */
async function isRepeated(
  { tx, actor }: TransactionContext,
  { task, row, now }: LoadedTask,
  { id, verdict }: { id: string; verdict: Verdict },
): Promise<boolean> {
  if (row?.decidedBy !== actor.userId || now.state !== verdict.verdict || row.decidedAt === null) return false
  const same = and(
    eq(verifications.applicationId, id),
    eq(verifications.task, task),
    eq(verifications.declarationVersion, verdict.version),
    eq(verifications.at, row.decidedAt),
    verdict.method === undefined ? isNull(verifications.method) : eq(verifications.method, verdict.method),
  )
  const isSameReason = verdict.verdict === 'accepted' || row.reason === (verdict.reason ?? null)
  return isSameReason && (await tx.$count(verifications, same)) > 0
}

interface Decided {
  own: LoadedTask
  verdict: Verdict
}

async function accept(work: TransactionContext, locked: Locked, { own, verdict }: Decided): Promise<void> {
  const { application } = locked
  const documentIds = documentsOf(locked, { own, verdict })
  await requireOpened(work, application.id, documentIds)
  requireEvidence(locked, { own, verdict })
  const details = requireSeen(work, locked.found, { own, verdict, documentIds })
  const named = own.papers.filter(({ document }) => documentIds.includes(document.id))
  const [renewal] = renewalsBy(newestOfEach(named), verdict, dayOf(work.now)).toSorted((one, other) =>
    one.dueOn.localeCompare(other.dueOn),
  )
  await verify(work, application.id, { own, verdict, documentIds, details })
  await writeTask(work, application.id, own, () => ({
    state: 'accepted',
    reason: null,
    comment: null,
    askedAt: null,
    dueOn: null,
    reminders: 0,
    decidedBy: work.actor.userId,
    decidedAt: work.now,
    renewFrom: renewal?.dueOn ?? null,
    expiresOn: renewal?.expiresOn ?? null,
    renewalMailedAt: null,
  }))
}

/** The files that the verdict is about; all by default. @throws DomainError changed (409) where one was removed */
function documentsOf({ found }: Locked, { own, verdict: { documentIds = [] } }: Decided): string[] {
  const known = [
    ...own.papers.map(({ document }) => document.id),
    ...evidenceOf(found, own).map(({ id }) => id),
  ]
  if (documentIds.some((one) => !known.includes(one))) {
    throw new DomainError('conflict', 'The client has changed the documents.', { code: 'changed' })
  }
  return [...new Set(documentIds.length === 0 ? known : documentIds)]
}

/** The paper of each kind that expires last: an older one was replaced by it. */
function newestOfEach(papers: readonly TaskPaper[]): TaskPaper[] {
  return [...Map.groupBy(papers, ({ paper }) => paper).values()].flatMap((alike) =>
    alike.toSorted((one, other) => (other.expiresOn ?? '').localeCompare(one.expiresOn ?? '')).slice(0, 1),
  )
}

/** @throws DomainError invalid (400) */
function requireEvidence({ found }: Locked, { own, verdict }: Decided): void {
  const { method, note = '' } = verdict
  const problem = (path: string, message: string) => invalid([{ path, message }])
  if (method === undefined) throw problem('method', 'Please choose how you verified it')
  const around = found.declaredAround
  const isMissing = needsOf(own.task, around, own.papers).some((need) => !isMet(need, own.papers, around))
  if (isMissing && method !== 'other') {
    throw problem('method', 'A document is missing: please choose “Other”, and say why it is accepted')
  }
  if (method === 'other' && note === '') throw problem('note', 'Please say how you verified it')
  const rows = own.task === 'funds' ? (around.drafts.funds?.sources ?? []) : []
  if (rows.some(({ kind }) => kind === 'cash') && note === '') {
    throw problem('note', 'Please write a note about the cash')
  }
}

async function verify(
  work: TransactionContext,
  applicationId: string,
  {
    own: { task, declared },
    verdict,
    documentIds,
    details,
  }: Decided & { documentIds: string[]; details?: VerificationDetails },
): Promise<void> {
  const { tx, context, actor, now } = work
  const id = newId()
  const { method = null, expiresOn = null, note } = verdict
  await tx.insert(verifications).values({
    id,
    applicationId,
    task,
    declarationVersion: declared[0]?.version ?? 0,
    result: verdict.verdict,
    method,
    documentIds,
    byId: actor.userId,
    at: now,
    expiresOn,
    note: encrypt(context.keyring, verifications.note, id, note ?? null),
    details: details === undefined ? null : encryptJson(context.keyring, verifications.details, id, details),
  })
  await record(work, 'pack.verified', applicationId, { task, method, result: verdict.verdict })
}

async function sendBack(work: TransactionContext, locked: Locked, decided: Decided): Promise<void> {
  const reason = await reopenTask(work, locked, decided)
  await mailAgain(work, locked, { task: decided.own.task, reason })
}

/** Sends a task back without a mail. @throws DomainError invalid (400) without a reason */
async function reopenTask(
  work: TransactionContext,
  locked: Locked,
  { own, verdict }: Decided,
): Promise<CorrectionReason> {
  const [{ context, actor, now }, applicationId] = [work, locked.application.id]
  const { reason, comment } = verdict
  if (reason === undefined) {
    const message = 'Please choose a reason'
    throw new DomainError('invalid', message, { errors: [{ path: 'reason', message }] })
  }
  if (lacksComment(reason, comment)) {
    throw new DomainError('invalid', COMMENT_MISSING, {
      errors: [{ path: 'comment', message: COMMENT_MISSING }],
    })
  }
  await requireOpen(work, [applicationId], 'served')
  await verify(work, applicationId, {
    own,
    verdict: { ...verdict, method: undefined, expiresOn: undefined },
    documentIds: documentsOf(locked, { own, verdict }),
  })
  await writeTask(work, applicationId, own, (id) => ({
    state: 'again',
    reason,
    comment: encrypt(context.keyring, dueDiligenceTasks.comment, id, comment || null),
    askedAt: now,
    dueOn: usualDueDay(now),
    reminders: 0,
    decidedBy: actor.userId,
    decidedAt: now,
    renewFrom: null,
    expiresOn: null,
  }))
  return reason
}

/** Sends tasks back as parts of one request, whose mail follows. @throws DomainError as `giveVerdict` */
export async function sendBackTasks(
  work: TransactionContext,
  locked: Locked,
  tasksToDoAgain: readonly TaskAgain[],
): Promise<void> {
  for (const { task, ...again } of tasksToDoAgain) {
    const own = taskIn(locked.found, task)
    requireVersion(own, { ...again, verdict: 'again' })
    await reopenTask(work, locked, { own, verdict: { ...again, verdict: 'again' } })
  }
}

/** One mail for all tasks that were sent back within a short time: it replaces one that has not left yet. */
async function mailAgain(
  work: TransactionContext,
  { client, found }: Locked,
  decided: { task: TaskName; reason: CorrectionReason },
): Promise<void> {
  const { tx, now } = work
  const { recipient, fullName } = client
  const replaced = await tx
    .delete(mailOutbox)
    .where(
      and(
        eq(mailOutbox.recipient, recipient),
        eq(mailOutbox.template, 'pack-again'),
        eq(mailOutbox.attempts, 0),
        isNull(mailOutbox.sentAt),
      ),
    )
    .returning({ id: mailOutbox.id })
  const earlier = replaced.length === 0 ? [] : found.tasks.filter(({ now: { state } }) => state === 'again')
  const items = [
    ...earlier.flatMap(({ task, row }) =>
      !row?.reason || task === decided.task ? [] : [{ task, reason: row.reason }],
    ),
    decided,
  ].map(({ task, reason }) => [tasks[task].label, reasonToClient(reason)].filter(Boolean).join(': '))
  await queueMail(
    work,
    {
      template: 'pack-again',
      recipient,
      data: { fullName, items, due: formatDay(usualDueDay(now)) },
    },
    new Date(now.getTime() + DELAY_IN_UNDO_TIMES * work.context.settings.undoMs),
  )
}
