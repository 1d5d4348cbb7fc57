import { useId, type ReactNode } from 'react'
import type { AnnualReview } from '#domain/api/annual-reviews.ts'
import { reviewFilterNames, reviewFilters, type ReviewFilter } from '#domain/annual-reviews/annual-reviews.ts'
import type { Direction } from '#domain/applications/review/list.ts'
import { applicationTexts } from '#client/features/staff-workspace/list/lists.ts'
import type { Column } from '#client/shared/lists/column.ts'
import { DirectionToggle, ListFilter, ListSearch } from '#client/shared/lists/list-controls.tsx'
import { countText, ListSection } from '#client/shared/lists/list-section.tsx'
import { ListTable } from '#client/shared/lists/list-table.tsx'
import { ListStatus } from '#client/shared/lists/list-status.tsx'
import type { StableList } from '#client/shared/lists/use-stable-list.ts'
import { sortedBy } from '#client/shared/lists/view.ts'
import type { Elements } from '#client/ui/elements.ts'
import { SelectBox } from '#client/ui/select.tsx'
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
  const sortId = useId()
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
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
        <div className="flex min-w-0 items-center gap-2">
          <label htmlFor={sortId} className="text-sm text-ink-soft">
            Sort by
          </label>
          <SelectBox
            isLow
            id={sortId}
            name="sort"
            className="min-w-0"
            value={sort}
            onChange={({ target }) => changeView({ sort: target.value as ReviewSort })}
            options={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <DirectionToggle isCompact direction={direction} onChange={changeView} />
        {children}
        <ListStatus stable={stable} count={countText(list, ['client', 'clients'])} />
      </div>
      <ListSection list={list} texts={applicationTexts} empty={emptyText(view)}>
        <ListTable
          dense
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
