import type { annualReviewEndpoints } from '#features/annual-reviews/api.ts'
import { seesRiskLevel } from '#features/due-diligence/server/present.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { withEditedMails } from '#features/mail/server/edited-mail.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { answerWithPage } from '#base/server/lists/answer-with-page.ts'
import { ownList, allClients } from '#features/review/server/list.ts'
import { completedReviews } from './completed-reviews.ts'
import { completeReview, notifyOfReviews } from './commands.ts'
import { reviewFigures } from './figures.ts'
import { annualReviewOf, listAnnualReviews } from './list-reviews.ts'

/** When it is read, when reviews are due, and whether with the dates that follow from the level of risk. */
function readingOf({ context: { settings }, actor, now }: Pick<CommandContext, 'context' | 'actor' | 'now'>) {
  return { now, months: settings.branding.office.annualReview, seesRefresh: seesRiskLevel(settings, actor) }
}

/** Routes of the Annual Reviews screens. */
export const annualReviewHandlers: Handlers<keyof typeof annualReviewEndpoints> = {
  'GET /api/admin/annual-reviews': async (call) => {
    const asking = { ...allClients(call), ...readingOf(call) }
    return answerWithPage(await listAnnualReviews(call.context, asking, call.query), call)
  },

  'GET /api/wealth-manager/annual-reviews': async (call) => {
    const asking = { ...ownList(call), ...readingOf(call) }
    return answerWithPage(await listAnnualReviews(call.context, asking, call.query), call)
  },

  'GET /api/admin/annual-review-figures': (call) =>
    reviewFigures(call.context.database.db, { ...allClients(call), ...readingOf(call) }),

  'GET /api/wealth-manager/annual-review-figures': (call) =>
    reviewFigures(call.context.database.db, { ...ownList(call), ...readingOf(call) }),

  'GET /api/admin/applications/{id}/annual-reviews': ({ context, params, actor }) =>
    completedReviews(context, params.id, actor),

  'POST /api/admin/annual-reviews/notify': (call) => {
    const { applicationIds, again = false, mail } = call.body
    return notifyOfReviews(
      withEditedMails(call, { 'annual-review': mail }),
      { applicationIds, again },
      call.keep,
    )
  },

  'POST /api/admin/annual-reviews/{id}/complete': (call) => {
    const { params, body, keep } = call
    const { note, early = false } = body
    return completeReview(call, params.id, { note, early }, async (tx, undo) =>
      keep(tx, { ...(await annualReviewOf(tx, params.id, readingOf(call))), undo }),
    )
  },
}
