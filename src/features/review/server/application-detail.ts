import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { reopensTo } from '#features/applications/rules/lifecycle/reopening.ts'
import { actionsNow } from '#features/access/rules/lifecycle/transitions.ts'
import { scopeFor } from '#features/access/rules/authorisation/decide.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { pendingActions } from '#features/applications/schema/pending-actions-schema.ts'
import {
  applicationSummaries,
  clientNotices,
  stoppedReminders,
} from '#features/applications/schema/review-schema.ts'
import { importedApplications } from '#features/imports/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { addressChanges } from '#features/access/schema/sign-in-schema.ts'
import { documentsOfApplication } from '#features/documents/server/queries.ts'
import { notFound } from '#base/server/domain-error.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { presentApplication } from '#features/wizard/server/present.ts'
import { managerColumns, managerIn, managers } from '#features/applications/server/record/manager-columns.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { reasonOfStatus } from '#features/applications/server/record/status-reason.ts'
import { isNotInvited } from '#features/applications/server/record/not-invited.ts'
import {
  changerName,
  changers,
  lastChange,
  userWhoChanged,
} from '#features/review/server/status-changed-by.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { paperOnlyOf } from '#features/signing/server/paper-only.ts'
import { proofsOf } from './checks/prove.ts'
import { checksOf } from './checks/read.ts'

/** The application's documents that a user has opened, using the audit log's index by subject. */
const openedBy = (reader: Actor) => sql<string[]>`array(
  select distinct ${auditEvents.details} ->> 'documentId' from ${auditEvents}
  where ${auditEvents.objectId} = ${applications.id} and ${auditEvents.action} = 'document.read'
    and ${auditEvents.actorId} = ${reader.userId} and ${auditEvents.success})`

/** When the client last got a reminder. */
const lastReminder = sql<Date | null>`(
  select max(${clientNotices.sentAt}) from ${clientNotices}
  where ${clientNotices.applicationId} = ${applications.id} and ${clientNotices.kind} = 'reminder')`.mapWith(
  clientNotices.sentAt,
)

const remindersStopped = sql<boolean>`exists (
  select from ${stoppedReminders} where ${stoppedReminders.applicationId} = ${applications.id})`

/** Whether jobs remind a client: of an open correction request, and of a draft where the firm wants that. */
function isReminded(
  { draftReminderDays }: Pick<Context['settings'], 'draftReminderDays'>,
  { application: { status }, waitingOn, invitedUntil }: Reminding,
): boolean {
  return waitingOn === 'client' || (status === 'draft' && draftReminderDays > 0 && invitedUntil === null)
}

interface Reminding {
  application: Pick<typeof applications.$inferSelect, 'status'>
  waitingOn: ReviewedApplication['waitingOn']
  invitedUntil: Date | null
}

/**
 * An application for its reviewers, with the reader's possible actions.
 *
 * @throws DomainError not-found for one that is missing or out of the reader's scope
 */
export async function reviewedApplication(
  context: Pick<Context, 'keyring' | 'settings'> & { database: { db: Queries } },
  id: string,
  reader: Actor,
): Promise<ReviewedApplication> {
  const { db } = context.database
  const change = lastChange(applications.id, applications.statusChangedAt)
  const [row] = await db
    .select({
      application: applications,
      username: users.username,
      accountName: users.fullName,
      newEmail: addressChanges.email,
      newEmailUntil: addressChanges.expiresAt,
      ...managerColumns,
      statusReason: reasonOfStatus,
      statusChangedById: change.actorId,
      statusChangedByName: changerName,
      remindedAt: lastReminder,
      remindersStopped,
      waitingOn: applicationSummaries.waitingOn,
      unassigned: applicationSummaries.unassigned,
      invitedUntil: applicationSummaries.invitedUntil,
      importedAt: importedApplications.importedAt,
      externalReference: importedApplications.externalReference,
      notInvited: isNotInvited,
      opened: openedBy(reader),
      letterPaperOnly: paperOnlyOf(managers.faisDocumentId),
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .innerJoin(applicationSummaries, eq(applicationSummaries.applicationId, applications.id))
    .leftJoin(importedApplications, eq(importedApplications.applicationId, applications.id))
    .leftJoin(managers, eq(managers.id, applications.wealthManagerId))
    .leftJoinLateral(change, sql`true`)
    .leftJoin(changers, eq(changers.id, change.actorId))
    .leftJoin(
      addressChanges,
      and(eq(addressChanges.userId, users.id), gt(addressChanges.expiresAt, sql`now()`)),
    )
    .where(and(eq(applications.id, id), inScope(reader, 'application.review')))
  if (row === undefined) throw notFound()
  const answers = decryptAnswers(context.keyring, id, row.application.answers)
  const { statusReason } = row
  const documents = await documentsOfApplication(db, id)
  const { correctionRound: _, ...presented } = presentApplication(context, {
    application: { ...row.application, answers },
    statusReason,
    manager: managerIn(row),
    documents,
    storedDocuments: documents,
    asked: null,
  })
  return {
    ...presented,
    waitingOn: row.waitingOn,
    username: row.username,
    accountName: row.accountName,
    newAddress: newAddressIn(row),
    statusChangedAt: row.application.statusChangedAt.toISOString(),
    statusChangedBy: userWhoChanged(row),
    statusReason,
    actions: reader.compliance ? [] : actionsNow(reader.role, row.application.status, row.waitingOn !== null),
    reopensTo:
      scopeFor(reader, 'application.reopen') === 'none'
        ? null
        : reopensTo(row.application.status, row.application.submittedAt !== null),
    warnings: await checksOf(context, id, answers),
    proofs: await proofsOf(context, id, { answers, documents }),
    letterPaperOnly: row.letterPaperOnly,
    openedDocuments: documents.map((document) => document.id).filter((one) => row.opened.includes(one)),
    undo: await lastUndoable(context, id, reader),
    remindedAt: row.remindedAt?.toISOString() ?? null,
    automaticReminders: isReminded(context.settings, row) ? !row.remindersStopped : null,
    unassigned: row.unassigned,
    invitedUntil: row.invitedUntil?.toISOString() ?? null,
    imported: importIn(row),
  }
}

function importIn(row: { importedAt: Date | null; externalReference: string | null; notInvited: boolean }) {
  const { importedAt, externalReference: reference, notInvited } = row
  return importedAt && { at: importedAt.toISOString(), reference, notInvited }
}

function newAddressIn(row: { newEmail: string | null; newEmailUntil: Date | null }) {
  const { newEmail: email, newEmailUntil: until } = row
  return email === null || until === null ? null : { email, expiresAt: until.toISOString() }
}

/** The reader's last action on the application that can still be undone, if any. */
async function lastUndoable(
  { settings, database }: Pick<Context, 'settings'> & { database: { db: Queries } },
  id: string,
  { userId }: Actor,
): Promise<ReviewedApplication['undo']> {
  if (settings.undoMs === 0) return null
  const [last] = await database.db
    .select({ id: pendingActions.id, until: pendingActions.until })
    .from(pendingActions)
    .where(
      and(
        eq(pendingActions.applicationId, id),
        eq(pendingActions.actorId, userId),
        isNull(pendingActions.undoneAt),
        // Bulk actions are undone where they were made.
        sql`${pendingActions.act} ->> 'kind' <> 'reviews-notified'`,
        sql`coalesce(jsonb_array_length(${pendingActions.act} -> 'clients'), 1) = 1`,
      ),
    )
    .orderBy(desc(pendingActions.until))
    .limit(1)
  return last === undefined ? null : { id: last.id, until: last.until.toISOString() }
}

/**
 * Opens an application for a reviewer, and records the access.
 *
 * @param ahead true for the next one of a list, prefetched in case the reader opens it
 */
export async function openForReview(
  act: CommandContext,
  id: string,
  { ahead }: { ahead?: '1' | undefined } = {},
): Promise<ReviewedApplication> {
  const application = await reviewedApplication(act.context, id, act.actor)
  await record(
    autocommit(act),
    ahead === undefined ? 'application.read' : 'application.fetched-ahead',
    id,
    {},
  )
  return application
}
