import { REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import type { Context } from '#base/server/context.ts'
import { standardOffice } from './office.ts'

/** An onboarded client whose annual review is due. */
export function dueForReview({ now }: Pick<Context, 'now'>) {
  const onboardedAt = new Date(now().getTime() - standardOffice.annualReview.due * REVIEW_MONTH_MS)
  return { status: 'onboarded', onboardedAt } as const
}
