import type { ReactNode } from 'react'
import type { AnnualReview } from '#features/annual-reviews/api.ts'
import {
  reviewFilterNames,
  reviewFilters,
  type ReviewFilter,
} from '#features/applications/rules/annual-reviews.ts'
import type { Direction } from '#base/rules/api/list.ts'
import { applicationTexts } from '#features/review/client/list/lists.ts'
import type { Column } from '#base/client/lists/column.ts'
import { ListFilter, ListSearch, ListSort } from '#base/client/lists/list-controls.tsx'
import { countText, ListSection } from '#base/client/lists/list-section.tsx'
import { ListTable } from '#base/client/lists/list-table.tsx'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import type { StableList } from '#base/client/lists/use-stable-list.ts'
import { sortedBy } from '#base/client/lists/view.ts'
import type { Elements } from '#base/client/ui/elements.ts'
import type { ReviewSort } from './review-columns.tsx'

/** The view of the list, in the address. */
export interface ReviewsView {
  /** Empty is every client. */
  review: ReviewFilter | ''
  sort: ReviewSort
  direction: Direction
  search: string
}

const sortLabels = {
  onboardedAt: 'Onboarded Date',
  fullName: 'Client Name',
} as const satisfies Record<ReviewSort, string>

type ReviewsListProps = {
  /** Its rows stay where they are while others change it. */
  stable: StableList<AnnualReview, ReviewsView>
  /** The content of the list, for screen readers. */
  caption: string
  columns: readonly Column<AnnualReview, ReviewSort>[]
  /** A client on a phone. */
  card: (review: AnnualReview) => ReactNode
  /** Further controls. */
  children: Elements
}

/** Onboarded clients with search, filter and order. */
export function ReviewsList({ stable, caption, columns, card, children }: ReviewsListProps) {
  const { list } = stable
  const { view, changeView } = list
  const { review, sort, direction } = view
  return (
    <>
      <div className="my-2 flex flex-wrap items-center gap-2 lg:mb-0">
        <div className="min-w-0 grow basis-full sm:max-w-80 sm:basis-64">
          <ListSearch view={view} placeholder="Name, email or mobile" isCompact onChange={changeView} />
        </div>
        <ListFilter
          isCompact
          label="Annual review"
          name="review"
          all="All reviews"
          labels={reviewFilterNames.map((name) => [name, reviewFilters[name]])}
          value={review}
          onChange={(chosen) => changeView({ review: chosen })}
        />
        <ListSort {...{ sort, direction }} labels={sortLabels} onChange={changeView} />
        {children}
        <ListStatus stable={stable} count={countText(list, ['client', 'clients'])} />
      </div>
      <ListSection list={list} texts={applicationTexts} empty={emptyText(view)}>
        <ListTable
          {...{ caption, columns, list, card }}
          order={{ sort, direction, onSort: (by) => changeView(sortedBy({ sort, direction }, by)) }}
        />
      </ListSection>
    </>
  )
}

function emptyText({ search, review }: ReviewsView): string {
  if (search !== '') return `Nothing found for “${search}”.`
  return review === '' ? 'No onboarded clients yet.' : `No clients with “${reviewFilters[review]}”.`
}
