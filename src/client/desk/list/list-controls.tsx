import { ArrowDownWideNarrow, ArrowUpNarrowWide, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAX_SEARCH_LENGTH, type ApplicationSort } from '#domain/applications/review/list.ts'
import { formatTime } from '#domain/time/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { Select } from '#client/ui/select.tsx'
import type { ListView } from './list-view.ts'

export type ListControlsProps<Sort extends ApplicationSort> = {
  view: ListView<Sort>
  onChange: (patch: Partial<ListView<Sort>>, how?: { replace: boolean }) => void
  /** What the list can be sorted by, with the words for it. */
  sorts: Readonly<Record<Sort, string>>
  /** What else decides which rows show. */
  filter?: ReactNode
  /** When the rows were read; `onRefresh` reads them again. */
  readAt: Date
  onRefresh: () => void
  refreshing: boolean
}

/** Search, filter, order: what decides which applications a list shows. All of it stands in the address. */
export function ListControls<Sort extends ApplicationSort>(props: ListControlsProps<Sort>) {
  const { view, onChange, sorts, filter } = props
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(16rem,1fr)_13rem_11rem_auto_auto]">
      <SearchBox
        search={view.search}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Name, email or mobile"
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      {filter}
      <Select
        label="Sort by"
        name="sort"
        placeholder={null}
        value={view.sort}
        onChange={({ target }) => onChange({ sort: target.value as Sort })}
        options={(Object.entries(sorts) as [Sort, string][]).map(([value, label]) => ({ value, label }))}
      />
      <DirectionToggle {...{ view, onChange }} />
      <RefreshButton {...props} />
    </div>
  )
}

function DirectionToggle<Sort extends ApplicationSort>({
  view,
  onChange,
}: Pick<ListControlsProps<Sort>, 'view' | 'onChange'>) {
  const ascending = view.direction === 'asc'
  const Sign = ascending ? ArrowUpNarrowWide : ArrowDownWideNarrow
  return (
    <Button
      tone="secondary"
      icon={<Sign aria-hidden="true" className="size-5" />}
      onClick={() => onChange({ direction: ascending ? 'desc' : 'asc' })}
    >
      {ascending ? 'Ascending' : 'Descending'}
    </Button>
  )
}

function RefreshButton({
  readAt,
  onRefresh,
  refreshing,
}: Pick<ListControlsProps<never>, 'readAt' | 'onRefresh' | 'refreshing'>) {
  return (
    <Button
      tone="quiet"
      pending={refreshing}
      pendingLabel="Refreshing"
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      onClick={onRefresh}
    >
      <span className="text-sm font-normal">
        <span className="sr-only">Refresh. </span>As at {formatTime(readAt)}
      </span>
    </Button>
  )
}
