import { z } from 'zod'
import {
  leftOutReasonNames,
  reviewFilterNames,
  reviewStatusNames,
} from '#features/applications/rules/annual-reviews.ts'
import { annualReviewSorts, MAX_PAGE_SIZE } from '#base/rules/api/list.ts'
import { proseText } from '#base/rules/input/text.ts'
import { editedMailSchema } from '#features/mail/api/edited-mail.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { undoTokenSchema } from '#features/applications/api/undo-token.ts'
import { listQuery } from '#features/applications/api/list-query.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const MAX_NOTE_LENGTH = 2000
const count = z.number().int().min(0)
/** A client of the firm, as a row of the annual review list. */
export const annualReviewSchema = z.object({
  /** The application's id. */
  id: z.uuid(),
  fullName: z.string().nullable(),
  emailAddress: z.string(),
  mobileNumber: z.string().nullable(),
  /** The creation of the application where the onboarding time is unknown. */
  onboardedAt: timestamp,
  /** Whole months of 30 days since then. */
  durationMonths: count,
  /** The latest review completed since the onboarding. */
  reviewedAt: timestamp.nullable(),
  /** Whole months of 30 days since the onboarding or that review. */
  monthsSinceReview: count,
  reviewStatus: z.enum(reviewStatusNames),
  nextReviewAt: timestamp,
  /** When the client was last mailed about it. */
  notifiedAt: timestamp.nullable(),
  /** When due diligence is refreshed, by the level of risk; null before a rating, and for those who see no levels. */
  refreshOn: z.iso.date().nullable(),
})

export type AnnualReview = z.infer<typeof annualReviewSchema>

/** A completed annual review. */
const completedReviewSchema = z.object({
  id: z.uuid(),
  completedAt: timestamp,
  /** Who recorded it. */
  completedBy: z.string(),
  note: z.string(),
})

export type CompletedReview = z.infer<typeof completedReviewSchema>

/** The latest change, which can be undone until its mails are sent; null for none. */
const undo = undoTokenSchema

/** Query of an annual review list: all clients, or those of one manager. */
const reviewQuery = listQuery(annualReviewSorts)
  .omit({ status: true })
  .extend({ review: z.enum(reviewFilterNames).optional() })

const reviewFigures = z.object({ totalOnboarded: count, due: count, upcoming: count })

/** Calls of the Annual Reviews screens. */
export const annualReviewEndpoints = endpoints({
  'GET /api/admin/annual-reviews': {
    summary: 'List the firm’s clients with their annual reviews, page by page',
    tag: 'Review',
    access: 'applications.list',
    query: reviewQuery,
    answer: z.array(annualReviewSchema),
  },
  'GET /api/admin/annual-review-figures': {
    summary: 'Count the firm’s clients, and the reviews that are due or upcoming',
    tag: 'Review',
    access: 'applications.list',
    answer: reviewFigures,
  },
  'GET /api/wealth-manager/annual-reviews': {
    summary: 'List your own clients with their annual reviews, page by page',
    tag: 'Review',
    access: 'own-clients.list',
    query: reviewQuery,
    answer: z.array(annualReviewSchema),
  },
  'GET /api/wealth-manager/annual-review-figures': {
    summary: 'Count your own clients and the reviews that are due or upcoming',
    tag: 'Review',
    access: 'own-clients.list',
    answer: reviewFigures,
  },
  'POST /api/admin/annual-reviews/notify': {
    summary:
      'Email clients whose annual review is due or upcoming, and list those skipped; if one of them was emailed in the last 24 hours, only with `again` (409)',
    tag: 'Review',
    access: 'application.administer',
    repeated: 'keyed',
    body: z.strictObject({
      applicationIds: z
        .array(z.uuid())
        .min(1, 'Please select at least one client to notify.')
        .max(MAX_PAGE_SIZE, `Please select at most ${MAX_PAGE_SIZE} clients at a time.`),
      again: z.literal(true).optional(),
      /** The mail to the clients, if the caller edited it: one text for all. */
      mail: editedMailSchema.optional(),
    }),
    answer: z.object({
      notified: count,
      leftOut: z.array(z.object({ id: z.uuid(), name: z.string(), why: z.enum(leftOutReasonNames) })),
      undo,
    }),
  },
  'POST /api/admin/annual-reviews/{id}/complete': {
    summary:
      'Record that a client’s annual review is complete; the next is counted from now; one that is neither due nor upcoming only with `early` (409, `not-due`)',
    tag: 'Review',
    access: 'application.administer',
    repeated: 'keyed',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({
      note: proseText(MAX_NOTE_LENGTH).min(1, 'Please write a note'),
      /** Confirms completing a review that is not due or was completed recently. */
      early: z.literal(true).optional(),
    }),
    answer: annualReviewSchema.extend({ undo }),
  },
  'GET /api/admin/applications/{id}/annual-reviews': {
    summary: 'List a client’s completed annual reviews, latest first; also for their manager',
    tag: 'Review',
    access: 'application.review',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.array(completedReviewSchema),
  },
})

type AnnualReviewEndpoints = typeof annualReviewEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends AnnualReviewEndpoints {}
}
