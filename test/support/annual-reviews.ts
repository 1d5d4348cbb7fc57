import { REVIEW_MONTH_MS } from '#domain/annual-reviews/annual-reviews.ts'
import type { Context } from '#server/shared/context.ts'
import { standardOffice } from './office.ts'

/** An onboarded client whose annual review is due. */
export function dueForReview({ now }: Pick<Context, 'now'>) {
  const onboardedAt = new Date(now().getTime() - standardOffice.annualReview.due * REVIEW_MONTH_MS)
  return { status: 'onboarded', onboardedAt } as const
}
