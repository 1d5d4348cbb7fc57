import type { Application } from '#features/applications/api/application.ts'
import { initialAnswers } from '#features/applications/rules/wizard/answers.ts'
import { forEachList } from '#features/applications/rules/documents/kinds.ts'

const ID = '0190e0a0-0000-7000-8000-000000000001'

/** A new draft for unit tests, with the given changes. */
export function applicationOf(change: Partial<Application> = {}): Application {
  return {
    ...initialAnswers('client@demo.example'),
    id: ID,
    userId: ID,
    status: 'draft',
    statusReason: null,
    currentStep: 'review',
    version: 1,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    submittedAt: null,
    answerPromisedBy: null,
    onboardedAt: null,
    cancelledAt: null,
    nextReviewAt: null,
    createdByWealthManagerId: ID,
    ...forEachList(() => []),
    furtherDocuments: [],
    faisDocumentUploaded: false,
    faisDocument: null,
    faisLetterAvailable: true,
    reference: 'PPW-7Q3K-29',
    wealthManagerName: 'Naledi Khumalo',
    wealthManagerEmail: 'naledi@proteawealth.example',
    wealthManagerPhone: null,
    confirmations: { accurate: false, terms: false, brokerReview: false },
    correctionRound: null,
    ...change,
  }
}
