import type { TodayKind, TodayRole, TodayRow } from '#features/today/rules/today.ts'
import { searchOf, type ViewName } from '#features/review/rules/views.ts'
import { paths } from '#base/client/paths.ts'

/** The lists of the kinds with one row for all clients. */
const viewOf: Partial<Record<TodayKind, ViewName>> = {
  expiring: 'papersExpiring',
  'inactive-drafts': 'quietDrafts',
}

/** Where a row is done; null where it is out of the reader's scope by now. */
export function addressOf(
  role: TodayRole,
  { kind, applicationId, count, item, note }: TodayRow,
): string | null {
  const isAdmin = role === 'admin'
  const list = isAdmin ? paths.admin : paths.wealthManager
  const view = viewOf[kind]
  if (view !== undefined) return `${list}?${searchOf(view)}`
  if (kind === 'invitations-expired') return `${list}?invitation=expired`
  if (kind === 'reviews-due') return `${isAdmin ? paths.annualReviews : paths.ownAnnualReviews}?review=due`
  if (kind === 'match' || kind === 'sign-off')
    return `${paths.compliance}${item === null ? '' : `?item=${kind}.${item}`}`
  if (applicationId === null) return count > 1 || kind === 'withdrawn' ? list : null
  if (kind === 'assign') return `${list}?application=${applicationId}`
  const review = isAdmin ? paths.adminReview : paths.managerReview
  return `${review}?application=${applicationId}${note === null ? '' : `#note-${note}`}`
}
