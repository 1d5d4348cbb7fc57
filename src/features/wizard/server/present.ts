import { nextReviewAt, reviewBase } from '#features/applications/rules/annual-reviews.ts'
import type { Application } from '#features/applications/api/application.ts'
import { formatReference } from '#base/rules/identifiers/reference.ts'
import { reasonForClient } from '#features/applications/rules/lifecycle/tracker.ts'
import {
  confirmationNames,
  type ConfirmationRecord,
  type Confirmations,
} from '#features/applications/rules/wizard/confirmations.ts'
import { countsAsThere } from '#base/rules/files/safety.ts'
import { presentDocumentLists } from '#features/documents/server/present.ts'
import type { Context } from '#base/server/context.ts'
import { presentAskedRound } from './present-asked-round.ts'
import type { ApplicationView } from './queries.ts'

/** Which statements are ticked; their times and wordings are not public. */
export function presentConfirmations(record: ConfirmationRecord): Confirmations {
  const ticked = confirmationNames.map((name) => [name, record[name] !== undefined])
  return Object.fromEntries(ticked) as Confirmations
}

/** An application as shown to its client. */
export function presentApplication(
  { keyring, settings }: Pick<Context, 'keyring' | 'settings'>,
  { application, statusReason, manager, documents, storedDocuments, asked }: ApplicationView,
): Application {
  const lists = presentDocumentLists(keyring, documents)
  return {
    id: application.id,
    reference: formatReference(settings.branding.referencePrefix, application.reference),
    userId: application.userId,
    status: application.status,
    statusReason: reasonForClient(application.status, statusReason),
    currentStep: application.currentStep,
    version: application.version,
    createdAt: application.createdAt.toISOString(),
    updatedAt: application.updatedAt.toISOString(),
    submittedAt: application.submittedAt?.toISOString() ?? null,
    answerPromisedBy: application.answerPromisedBy,
    onboardedAt: application.onboardedAt?.toISOString() ?? null,
    cancelledAt: application.cancelledAt?.toISOString() ?? null,
    nextReviewAt:
      application.status === 'onboarded'
        ? nextReviewAt(reviewBase(application), settings.branding.office.annualReview).toISOString()
        : null,
    createdByWealthManagerId: application.wealthManagerId,
    ...application.answers,
    ...lists,
    faisDocumentUploaded: lists.faisDocument !== null && countsAsThere(lists.faisDocument),
    faisLetterAvailable: manager?.hasFaisLetter ?? false,
    wealthManagerName: manager?.name ?? null,
    wealthManagerEmail: manager?.email ?? null,
    wealthManagerPhone: manager?.phone ?? null,
    confirmations: presentConfirmations(application.confirmations),
    correctionRound:
      asked === null ? null : presentAskedRound(keyring, asked, application.answers, storedDocuments),
  }
}
