import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { reviewFilterNames, reviewFilters, type ReviewFilter } from '#domain/annual-reviews/annual-reviews.ts'
import type { AnnualReview } from '#domain/api/annual-reviews.ts'
import { annualReviewSorts, MAX_PAGE_SIZE, type Direction } from '#domain/applications/review/list.ts'
import { StaffLayout } from '#client/staff/staff-layout.tsx'
import { paths } from '#client/shell/paths.ts'
import { applicationWords } from '#client/desk/list/lists.ts'
import { useSession } from '#client/auth/use-session.ts'
import { callPage } from '#client/lib/call-page.ts'
import { queryFor } from '#client/lib/query-client.ts'
import { applicationListsKey } from '#client/lists/application-lists-key.ts'
import { ListFilter } from '#client/lists/list-controls.tsx'
import { ROOM_FOR_TABLE } from '#client/lists/list-table.tsx'
import { SortedList } from '#client/lists/sorted-list.tsx'
import { defineList, useList } from '#client/lists/use-list.ts'
import { given, oneOf, searched, sortedFirst } from '#client/lists/view.ts'
import { Button } from '#client/ui/button.tsx'
import { CountCard } from '#client/ui/count-card.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { useRoom } from '#client/ui/use-room.ts'
import { reviewColumns, SelectAll, type ReviewSort } from './review-columns.tsx'
import { LeftOutNotice, NotifyDialog } from './notify-dialog.tsx'
import { ReviewsDialog } from './reviews-dialog.tsx'
import { useNotification } from './use-notification.ts'
import { useSelection } from './use-selection.ts'

interface ReviewsView {
  /** Empty is every client of the firm. */
  review: ReviewFilter | ''
  sort: ReviewSort
  direction: Direction
  search: string
}

const reviewList = defineList<AnnualReview, ReviewsView>({
  key: [...applicationListsKey, 'annual-reviews'],
  view: { review: oneOf(reviewFilterNames), ...sortedFirst(annualReviewSorts), search: searched },
  pageRows: MAX_PAGE_SIZE,
  isWindowed: true,
  isKept: true,
  load: (view, page, signal) =>
    callPage('GET /api/admin/annual-reviews', { ...given(view), ...page }, signal),
})

const sortLabels = {
  onboardedAt: 'Onboarded Date',
  fullName: 'Client Name',
} as const satisfies Record<ReviewSort, string>

function emptyText({ search, review }: ReviewsView): string {
  if (search !== '') return `Nothing found for “${search}”.`
  return review === '' ? 'No onboarded clients yet.' : `No clients with “${reviewFilters[review]}”.`
}

/** The name of a figure, which leads to those whom it counts. */
function Shown({ label, review }: { label: string; review?: ReviewFilter }) {
  const query = review === undefined ? '' : `?review=${review}`
  return (
    <Link href={`${paths.annualReviews}${query}`} className="text-link inline-block py-2.5">
      {label}
    </Link>
  )
}

const figuresQuery = queryFor('GET /api/admin/annual-review-figures')

/** Whose annual review is due, and who is told (specification section 2, "Annual Reviews"). */
export function AnnualReviewsPage() {
  const { user } = useSession()
  const list = useList(reviewList)
  const figures = useQuery({ ...figuresQuery, staleTime: 0 })
  const selection = useSelection(list.rows)
  const notification = useNotification(selection)
  const roomForTable = useRoom(ROOM_FOR_TABLE)
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
        <CountCard label={<Shown label="Total Onboarded" />} count={figures.data?.totalOnboarded} />
        <CountCard label={<Shown label="Reviews Due" review="due" />} count={figures.data?.due} />
        <CountCard
          label={<Shown label="Upcoming Reviews" review="upcoming" />}
          count={figures.data?.upcoming}
          note="Due within 2 months"
        />
      </dl>
      <SortedList
        list={list}
        caption="Onboarded clients"
        columns={reviewColumns(selection, ({ id }) => setOpenedId(id))}
        sorts={sortLabels}
        onRefresh={refresh}
        words={applicationWords}
        noun={['client', 'clients']}
        empty={emptyText(list.view)}
        filter={
          <ListFilter
            label="Annual review"
            name="review"
            all="All"
            words={reviewFilterNames.map((name) => [name, reviewFilters[name]])}
            value={list.view.review}
            onChange={(review) => list.changeView({ review })}
          />
        }
      >
        <div className="mt-6 flex min-h-12 flex-wrap items-center justify-between gap-4">
          {roomForTable || list.rows.length === 0 ? null : <SelectAll selection={selection} />}
          {selection.ids.size > 0 ? (
            <Button icon={<BellRing aria-hidden="true" className="size-5" />} onClick={notification.ask}>
              Notify for Annual Review ({selection.ids.size})
            </Button>
          ) : null}
        </div>
      </SortedList>
      <LeftOutNotice leftOut={notification.leftOut} onClose={notification.forget} />
      <NotifyDialog notification={notification} ids={selection.ids} />
      {opened === undefined ? null : <ReviewsDialog review={opened} onClose={() => setOpenedId(null)} />}
    </StaffLayout>
  )
}
