import { eq, sql } from 'drizzle-orm'
import { answerPromisedBy } from '#features/applications/rules/lifecycle/promised-answer.ts'
import { actions } from '#features/access/rules/lifecycle/transitions.ts'
import { initialAnswers, type Answers } from '#features/applications/rules/wizard/answers.ts'
import { problemsOfApplication, type Judged } from '#features/applications/rules/wizard/completeness.ts'
import { firstStep } from '#features/applications/rules/wizard/steps.ts'
import { forEachList, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { countsAsThere } from '#base/rules/files/safety.ts'
import type { ImportableStatus } from '#features/imports/rules/fields.ts'
import { formatWeekday } from '#base/rules/time/dates.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record, recordEach } from '#features/audit/server/record.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { applications } from '#features/access/schema/tables.ts'
import { documentsOfApplication } from '#features/documents/server/queries.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { DomainError } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { presentConfirmations } from './present.ts'
import { storedAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import {
  lockApplicationOfClient,
  type ApplicationRow,
} from '#features/applications/server/record/application-row.ts'
import { notifyStaff } from '#features/notes/server/notifications/notify-staff.ts'
import { recipientsFor } from './queries.ts'
import { queueEvents } from '#features/applications/server/events/queue-events.ts'

/** What is known of a client who comes from another system. */
export interface ImportedApplication {
  answers: Partial<Answers>
  status: ImportableStatus
  onboardedAt: Date | null
  cancelledAt: Date | null
  reviewedAt: Date | null
}

/** A client who gets an application. */
interface NewClient {
  userId: string
  username: string
  fullName: string | null
}

/** Creates the client's only application, as a draft, in the transaction that creates the client. */
export async function createApplication(
  work: TransactionContext<Doer | null, 'keyring'>,
  client: NewClient,
): Promise<string> {
  const values = draftOf(work, client)
  await work.tx.insert(applications).values(values)
  await record(work, 'application.created', values.id, {})
  return values.id
}

/**
 * Creates the applications of imported clients with one statement, in the transaction that creates the clients.
 *
 * @returns their ids in the same order
 */
export async function createImportedApplications(
  work: TransactionContext<Doer, 'keyring'>,
  clients: readonly (NewClient & { imported: ImportedApplication })[],
): Promise<string[]> {
  const values = clients.map(({ imported, ...client }) => {
    const { answers, status, ...dates } = imported
    return {
      ...draftOf(work, client, answers),
      ...dates,
      status,
      currentStep: status === 'draft' ? firstStep : ('success' as const),
      statusChangedAt: dates.cancelledAt ?? dates.onboardedAt ?? work.now,
    }
  })
  const ids = values.map(({ id }) => id)
  await work.tx.insert(applications).values(values)
  await recordEach(work, 'application.created', ids, {})
  return ids
}

function draftOf(
  { context, now }: TransactionContext<Doer | null, 'keyring'>,
  { userId, username, fullName }: NewClient,
  answers: Partial<Answers> = {},
) {
  const id = newId()
  return {
    id,
    userId,
    status: 'draft' as const,
    currentStep: firstStep,
    version: 1,
    ...storedAnswers(context.keyring, id, { ...initialAnswers(username), ...answers, fullName }),
    confirmations: {},
    createdAt: now,
    updatedAt: now,
    statusChangedAt: now,
  }
}

/**
 * Sets the client's name in the application, in the transaction that assigns it. They have not read it before, so the
 * version stays.
 */
export async function nameApplication(
  tx: Transaction,
  userId: string,
  fullName: string | null,
): Promise<void> {
  const named = sql`${applications.answers} || ${JSON.stringify({ fullName })}::jsonb`
  await tx.update(applications).set({ answers: named }).where(eq(applications.userId, userId))
}

/** Changes the initial address of an application whose client has never seen it. */
export async function answerAddress(tx: Transaction, userId: string, emailAddress: string): Promise<void> {
  const answered = sql`${applications.answers} || ${JSON.stringify({ emailAddress })}::jsonb`
  await tx.update(applications).set({ answers: answered }).where(eq(applications.userId, userId))
}

/**
 * Submits a client's application. Idempotent.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError incomplete (422) listing every missing field with its step
 */
export async function submitApplication<Answer>(
  act: CommandContext,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, context, actor } = work
    const application = await lockApplicationOfClient(tx, context, actor.userId)
    if (isAllowedNow(actor, 'application.submit', application)) {
      await submit(work, application)
    } else refuseCancelled(application)
    return answer(tx)
  })
}

async function submit(work: TransactionContext, application: ApplicationRow): Promise<void> {
  const { tx, now, context } = work
  const errors = problemsOfApplication(await withFacts(tx, application), now)
  if (errors.length > 0) {
    throw new DomainError(
      'incomplete',
      'Some answers are still missing. Please complete them and submit again.',
      {
        code: 'incomplete',
        errors,
      },
    )
  }
  const { to } = actions.submit
  await tx
    .update(applications)
    .set({
      status: to,
      currentStep: 'success',
      submittedAt: now,
      answerPromisedBy: answerPromisedBy(now, context.settings.branding.office),
      statusChangedAt: now,
      updatedAt: now,
      version: application.version + 1,
    })
    .where(eq(applications.id, application.id))
  const { id, status: from } = application
  await record(work, 'application.status-changed', id, { action: 'submit', from, to })
  const event = { applicationIds: [id], data: { from, to } }
  await queueEvents(work, { type: 'application.submitted', ...event })
  await queueEvents(work, { type: 'application.status_changed', ...event })
  await queueSubmissionMails(work, application)
}

function refuseCancelled(application: ApplicationRow): void {
  if (application.status !== 'cancelled') return
  throw new DomainError(
    'conflict',
    'Your application was cancelled, so it can’t be submitted. Please contact us.',
    {
      code: 'not-editable',
    },
  )
}

/** An application with what the check of completeness needs. */
export async function withFacts(tx: Transaction, application: ApplicationRow): Promise<Judged> {
  const there = (await documentsOfApplication(tx, application.id)).filter(countsAsThere)
  const countOf = (kind: DocumentKindName) => there.filter((document) => document.kind === kind).length
  return {
    ...application.answers,
    documentCounts: forEachList((_list, kind) => countOf(kind)),
    faisDocumentUploaded: countOf('signedFais') > 0,
    confirmations: presentConfirmations(application.confirmations),
  }
}

/** Mails a confirmation to the client and a notice to those responsible. */
async function queueSubmissionMails(work: TransactionContext, application: ApplicationRow): Promise<void> {
  const { tx, actor, now, context } = work
  const fullName = application.answers.fullName ?? actor.username
  const answerBy = formatWeekday(answerPromisedBy(now, context.settings.branding.office))
  await queueMail(work, {
    template: 'application-submitted',
    recipient: actor.username,
    data: { fullName, applicationId: application.id, answerBy },
  })
  const { recipients, unassigned } = await recipientsFor(tx, application, now)
  const kind = unassigned ? 'submitted-unassigned' : 'application-submitted'
  await notifyStaff(work, { kind, recipients, applicationId: application.id })
  for (const recipient of recipients) {
    await queueMail(work, {
      template: unassigned ? 'application-unassigned' : 'application-to-review',
      recipient,
      data: { fullName, applicationId: application.id },
    })
  }
}
