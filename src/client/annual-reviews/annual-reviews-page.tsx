import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AnnualReview } from '#domain/api/annual-reviews.ts'
import { annualReviewSorts } from '#domain/applications/review/list.ts'
import { StaffLayout } from '#client/staff/staff-layout.tsx'
import { paths } from '#client/shell/paths.ts'
import { ROOM_FOR_TABLE } from '#client/desk/list/applications-list.tsx'
import { ListControls } from '#client/desk/list/list-controls.tsx'
import { ListSection } from '#client/desk/list/list-section.tsx'
import { sortedBy } from '#client/desk/list/list-view.ts'
import { useApplicationPages, type ApplicationList } from '#client/desk/list/use-application-pages.ts'
import { useListView } from '#client/desk/list/use-list-view.ts'
import { useSession } from '#client/auth/use-session.ts'
import { callPage } from '#client/lib/call-page.ts'
import { queryFor } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { CountCard } from '#client/ui/count-card.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { useMedia } from '#client/ui/use-media.ts'
import { reviewColumns, SelectAll, type ReviewSort } from './review-columns.tsx'
import { ReviewsDialog } from './reviews-dialog.tsx'
import { useNotification } from './use-notification.ts'
import { useSelection } from './use-selection.ts'

const reviewList: ApplicationList<ReviewSort, AnnualReview> = {
  name: 'annual-reviews',
  sorts: annualReviewSorts,
  load: ({ sort, direction, search, limit, cursor }, signal) =>
    callPage('GET /api/admin/annual-reviews', { sort, direction, search, limit, cursor }, signal),
}

const sortLabels = {
  onboardedAt: 'Onboarded Date',
  fullName: 'Client Name',
} as const satisfies Record<ReviewSort, string>

const figuresQuery = queryFor('GET /api/admin/annual-review-figures')

/** Whose annual review is due, and who is told (specification section 2, "Annual Reviews"). */
export function AnnualReviewsPage() {
  const { user } = useSession()
  const [view, changeView] = useListView(annualReviewSorts)
  const list = useApplicationPages(reviewList, view)
  const figures = useQuery({ ...figuresQuery, staleTime: 0 })
  const selection = useSelection(list.rows)
  const notification = useNotification(selection)
  const roomForTable = useMedia(ROOM_FOR_TABLE)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = list.rows.find(({ id }) => id === openedId)
  if (!user) return null
  const refresh = () => {
    list.retry()
    void figures.refetch()
  }
  return (
    <StaffLayout role={user.role}>
      <Link href={paths.admin} className="text-link inline-block py-2.5">
        Back to Dashboard
      </Link>
      <PageHeading eyebrow="Admin" title="Annual Reviews" className="mt-2 mb-6" />
      <dl className="mb-10 grid gap-6 sm:grid-cols-3">
        <CountCard label="Total Onboarded" count={figures.data?.totalOnboarded} />
        <CountCard label="Reviews Due" count={figures.data?.due} />
        <CountCard label="Upcoming Reviews" count={figures.data?.upcoming} note="Due within 2 months" />
      </dl>
      <ListControls
        view={view}
        onChange={changeView}
        sorts={sortLabels}
        readAt={list.readAt}
        onRefresh={refresh}
        refreshing={list.isRefreshing}
      />
      <div className="mt-6 flex min-h-12 flex-wrap items-center justify-between gap-4">
        {roomForTable || list.rows.length === 0 ? null : <SelectAll selection={selection} />}
        {selection.ids.size > 0 ? (
          <Button
            icon={<BellRing aria-hidden="true" className="size-5" />}
            pending={notification.isPending}
            pendingLabel="Sending..."
            onClick={notification.notify}
          >
            Notify for Annual Review ({selection.ids.size})
          </Button>
        ) : null}
      </div>
      <ListSection
        caption="Onboarded clients"
        noun={['client', 'clients']}
        columns={reviewColumns(selection, ({ id }) => setOpenedId(id))}
        view={view}
        onSort={(sort) => changeView(sortedBy(view, sort))}
        list={list}
        empty={view.search === '' ? 'No onboarded clients yet.' : `Nothing found for “${view.search}”.`}
      />
      <ConfirmDialog
        open={notification.asking !== null}
        title="Write to them again?"
        description={notification.asking}
        confirmLabel="Send again"
        pending={notification.isPending}
        pendingLabel="Sending..."
        onConfirm={notification.notifyAgain}
        onCancel={notification.cancel}
      />
      {opened === undefined ? null : <ReviewsDialog review={opened} onClose={() => setOpenedId(null)} />}
    </StaffLayout>
  )
}
