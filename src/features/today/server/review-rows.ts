import type { TodayRow } from '#features/today/rules/today.ts'
import { reviewFigures } from '#features/annual-reviews/server/figures.ts'
import { allClients, ownList } from '#features/review/server/list.ts'
import { todayRow, type TodayCall } from './today.ts'

/** One row for the annual reviews that are due. */
export async function reviewRows(call: TodayCall): Promise<TodayRow[]> {
  const { context, actor } = call
  const asking = actor.role === 'admin' ? allClients(call) : ownList(call)
  const months = context.settings.branding.office.annualReview
  const { due } = await reviewFigures(context.database.db, { ...asking, months })
  return due === 0 ? [] : [todayRow({ kind: 'reviews-due', count: due })]
}
