import { DUE_FROM_MONTH, REVIEW_MONTH_MS } from '#domain/annual-reviews/annual-reviews.ts'
import type { Context } from '#server/shared/context.ts'

/** An onboarded client whose annual review is due. */
export function dueForReview({ now }: Pick<Context, 'now'>) {
  const onboardedAt = new Date(now().getTime() - DUE_FROM_MONTH * REVIEW_MONTH_MS)
  return { status: 'onboarded', onboardedAt } as const
}
