import type { AnnualReview, annualReviewEndpoints } from '#domain/api/annual-reviews.ts'
import type { Call, Handlers } from '#server/http/route.ts'
import { sayWhatFollows } from '#server/lists/answer-with-page.ts'
import { completedReviews } from './completed-reviews.ts'
import { completeReview, notifyOfReviews } from './commands.ts'
import { ownReviewFigures, reviewFigures } from './figures.ts'
import { annualReviewOf, listAnnualReviews, presentReview } from './list-reviews.ts'

/** What staff see and do on the Annual Reviews screens. */
export const annualReviewHandlers: Handlers<keyof typeof annualReviewEndpoints> = {
  'GET /api/admin/annual-reviews': (call) => answerWithReviews(call, null),

  'GET /api/wealth-manager/annual-reviews': (call) => answerWithReviews(call, call.actor.userId),

  'GET /api/admin/annual-review-figures': ({ context, now }) => reviewFigures(context.database.pool, now),

  'GET /api/wealth-manager/annual-review-figures': ({ context, actor, now }) =>
    ownReviewFigures(context.database.pool, actor.userId, now),

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

type ListKey = 'GET /api/admin/annual-reviews' | 'GET /api/wealth-manager/annual-reviews'

/** A page of the list. @param managerId whose clients'; null for all of the firm's */
async function answerWithReviews(call: Call<ListKey>, managerId: string | null): Promise<AnnualReview[]> {
  const { context, query, now } = call
  const page = await listAnnualReviews(context, { managerId, now }, query)
  sayWhatFollows(page, call)
  return page.rows.read().map((facts) => presentReview(facts, now))
}
