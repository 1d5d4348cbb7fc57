import { and, arrayContains, eq, isNull } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { isPaperOf, issueDateProblem, papers, type Paper } from '#features/due-diligence/rules/papers.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { removeDocuments } from '#features/documents/server/commands.ts'
import { registerDocument, type Destination } from '#features/documents/server/register.ts'
import { dueDiligenceDocuments, verifications } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { taskIn } from './load.ts'
import { lockAsStaff, lockOwnTask, requireOpen, writeTask, type Locked } from './write-task.ts'

type Sent = ParsedInput<'PUT /api/application/pack/{task}/file'>['body']

/**
 * Registers an uploaded file as a paper of the client's own task.
 *
 * @returns the document's id
 * @throws DomainError invalid (400) for a paper of another task or a missing date, not-open (409), and as
 * `registerDocument`
 */
export function registerOwnPaper(act: CommandContext, task: TaskName, sent: Sent): Promise<string> {
  return registerPaper(act, { task, sent }, async (work) => {
    const locked = await lockOwnTask(work, task)
    requireOpen(locked.own)
    return { ...locked, addedByStaff: null }
  })
}

/** The same for a paper that staff add to a client's task. */
export function registerStaffPaper(
  act: CommandContext,
  { id, task }: { id: string; task: TaskName },
  sent: Sent,
): Promise<string> {
  return registerPaper(act, { task, sent }, async (work) => ({
    ...(await lockAsStaff(work, id)),
    addedByStaff: work.actor.userId,
  }))
}

type LockTarget = (work: TransactionContext) => Promise<Locked & { addedByStaff: string | null }>

function registerPaper(
  act: CommandContext,
  { task, sent }: { task: TaskName; sent: Sent },
  lock: LockTarget,
): Promise<string> {
  const { fileURL: address, fileName, password, paper } = sent
  const dates = requireDates(task, sent, dayOf(act.now))
  let target: Awaited<ReturnType<LockTarget>> | null = null
  const destination: Destination = {
    check: () => inTransaction(act, async (work) => (await lock(work)).application.id),
    async lock(work) {
      target = await lock(work)
      return target.application
    },
    async attached(work, documentId) {
      if (target === null) throw new Error('The application is not locked.')
      const { application, found, addedByStaff } = target
      await work.tx
        .insert(dueDiligenceDocuments)
        .values({ documentId, applicationId: application.id, task, paper, ...dates, addedByStaff })
      const own = taskIn(found, task)
      await writeTask(work, application.id, own, () => ({ version: (own.row?.version ?? 0) + 1 }))
      await record(work, 'pack.paper-added', application.id, { task, documentId, paper })
    },
  }
  return registerDocument(act, { kind: 'ficaPaper', address, fileName, password }, destination)
}

/** @throws DomainError invalid (400) */
function requireDates(task: TaskName, { paper, issuedOn, expiresOn }: Sent, today: string) {
  const { asks }: Paper = papers[paper]
  const problem = (path: string, message: string) =>
    new DomainError('invalid', message, { errors: [{ path, message }] })
  if (!isPaperOf(task, paper)) throw problem('paper', 'This paper belongs to another task.')
  if (asks === 'issued' && issuedOn === undefined) {
    throw problem('issuedOn', 'Please enter the date on the document')
  }
  if (asks === 'expires' && expiresOn === undefined) {
    throw problem('expiresOn', 'Please enter the date on which it expires')
  }
  const dateProblem = issuedOn === undefined ? null : issueDateProblem(issuedOn, today)
  if (dateProblem !== null) throw problem('issuedOn', dateProblem)
  return { issuedOn: issuedOn ?? null, expiresOn: expiresOn ?? null }
}

/**
 * Removes a file from the client's own task. One that staff have accepted is retired, and kept.
 *
 * @throws DomainError not-found for a file that is not theirs; not-open (409) for an accepted task, and for a file that
 * staff added
 */
export async function removeOwnPaper(act: CommandContext, documentId: string): Promise<void> {
  const { db } = act.context.database
  const ofDocument = and(
    eq(dueDiligenceDocuments.documentId, documentId),
    isNull(dueDiligenceDocuments.retiredAt),
  )
  const [known] = await db
    .select({ task: dueDiligenceDocuments.task })
    .from(dueDiligenceDocuments)
    .where(ofDocument)
  await inTransaction(act, async (work) => {
    // An unknown document takes the same path as another client's.
    const { application, own } = await lockOwnTask(work, known?.task ?? 'identity')
    const paper = own.papers.find(({ document }) => document.id === documentId)
    if (paper === undefined) throw notFound()
    requireOpen(own)
    if (paper.addedByStaff) {
      throw new DomainError('conflict', 'We added this document ourselves, so it stays.', {
        code: 'not-open',
      })
    }
    if (await wasAccepted(work, application.id, documentId)) {
      await work.tx.update(dueDiligenceDocuments).set({ retiredAt: work.now }).where(ofDocument)
    } else await removeDocuments(work, [paper.document])
    await writeTask(work, application.id, own, () => ({ version: (own.row?.version ?? 0) + 1 }))
  })
}

async function wasAccepted(
  { tx }: TransactionContext,
  applicationId: string,
  documentId: string,
): Promise<boolean> {
  const accepted = and(
    eq(verifications.applicationId, applicationId),
    eq(verifications.result, 'accepted'),
    arrayContains(verifications.documentIds, [documentId]),
  )
  return (await tx.$count(verifications, accepted)) > 0
}
