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
import { CONTROL_ROW } from '#client/ui/control-row.ts'
import type { Elements } from '#client/ui/elements.ts'
import { Select } from '#client/ui/select.tsx'
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
  /** Shown between the controls and the rows. */
  children: Elements
}

/** Onboarded clients with search, filter and order. */
export function ReviewsList({ stable, caption, columns, children }: ReviewsListProps) {
  const { list } = stable
  const { view, changeView } = list
  const { review, sort, direction } = view
  return (
    <>
      <div className={CONTROL_ROW}>
        <ListSearch view={view} placeholder="Name, email or mobile" onChange={changeView} />
        <ListFilter
          label="Annual review"
          name="review"
          all="All"
          labels={reviewFilterNames.map((name) => [name, reviewFilters[name]])}
          value={review}
          onChange={(chosen) => changeView({ review: chosen })}
        />
        <Select
          label="Sort by"
          name="sort"
          placeholder={null}
          value={sort}
          onChange={({ target }) => changeView({ sort: target.value as ReviewSort })}
          options={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
        />
        <DirectionToggle direction={direction} onChange={changeView} />
      </div>
      {children}
      <div className="mt-2 flex">
        <ListStatus stable={stable} count={countText(list, ['client', 'clients'])} />
      </div>
      <ListSection list={list} texts={applicationTexts} empty={emptyText(view)}>
        <ListTable
          {...{ caption, columns, list }}
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
