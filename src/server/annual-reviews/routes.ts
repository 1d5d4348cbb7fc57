import type { annualReviewEndpoints } from '#domain/api/annual-reviews.ts'
import type { Handlers } from '#server/http/route.ts'
import { sayWhatFollows } from '#server/lists/answer-with-page.ts'
import { completedReviews } from './completed-reviews.ts'
import { completeReview, notifyOfReviews } from './commands.ts'
import { reviewFigures } from './figures.ts'
import { annualReviewOf, listAnnualReviews, presentReview } from './list-reviews.ts'

/** What admins see and do on the Annual Reviews screen. */
export const annualReviewHandlers: Handlers<keyof typeof annualReviewEndpoints> = {
  'GET /api/admin/annual-reviews': async (call) => {
    const page = await listAnnualReviews(call.context, call.query, call.now)
    sayWhatFollows(page, call)
    return page.rows.read().map((facts) => presentReview(facts, call.now))
  },

  'GET /api/admin/annual-review-figures': ({ context, now }) => reviewFigures(context.database.pool, now),

  'GET /api/admin/applications/{id}/annual-reviews': ({ context, params, actor }) =>
    completedReviews(context, params.id, actor),

  'POST /api/admin/annual-reviews/notify': (call) => {
    const { applicationIds, again = false } = call.body
    return notifyOfReviews(call, { applicationIds, again }, call.keep)
  },

  'POST /api/admin/annual-reviews/{id}/complete': (call) => {
    const { now, params, body, keep } = call
    const { note, early = false } = body
    return completeReview(call, params.id, { note, early }, async (tx, undo) =>
      keep(tx, { ...(await annualReviewOf(tx, params.id, now)), undo }),
    )
  },
}
