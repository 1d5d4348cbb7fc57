import { ArrowDownWideNarrow, ArrowUpNarrowWide, RotateCw } from 'lucide-react'
import { MAX_SEARCH_LENGTH, type Direction } from '#domain/applications/review/list.ts'
import { formatTime } from '#domain/time/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { CONTROL_ROW } from '#client/ui/control-row.ts'
import { SearchBox } from '#client/ui/search-box.tsx'
import { Select } from '#client/ui/select.tsx'
import { useNumberSearch } from './number-search.ts'
import type { List } from './use-list.ts'
import type { Sorted } from './view.ts'
import type { Elements } from '#client/ui/elements.ts'

/** The view of a list that is searched and sorted. */
export interface SearchedView<Sort extends string> extends Sorted<Sort> {
  search: string
}

export type ListControlsProps<Sort extends string, View extends SearchedView<Sort>> = {
  list: List<unknown, View>
  /** What the list can be sorted by here, with the words for it; its columns may sort by more. */
  sorts: Readonly<Partial<Record<Sort, string>>>
  /** What else decides which rows show. */
  filter?: Elements
  /** Whether clients are found by ID number too. */
  findsNumbers?: boolean
  /** Reads the rows, and what belongs to them, again. */
  onRefresh: () => void
}

/** Search, filter, order: what decides which rows a list shows. All of it stands in the address. */
export function ListControls<Sort extends string, View extends SearchedView<Sort>>({
  list,
  sorts,
  filter,
  findsNumbers = false,
  onRefresh,
}: ListControlsProps<Sort, View>) {
  const { view } = list
  const change = (patch: Partial<SearchedView<Sort>>, how?: { replace: boolean }) =>
    // What a searched view has, a view that has more has too.
    list.changeView(patch as Partial<View>, how)
  const placeholder = findsNumbers ? 'Name, email, mobile, ID' : 'Name, email or mobile'
  return (
    <div className={CONTROL_ROW}>
      <ListSearch view={view} placeholder={placeholder} finds={findsNumbers} onChange={change} />
      {filter}
      <Select
        label="Sort by"
        name="sort"
        placeholder={null}
        value={view.sort}
        onChange={({ target }) => change({ sort: target.value as Sort })}
        options={(Object.entries(sorts) as [Sort, string][]).map(([value, label]) => ({ value, label }))}
      />
      <DirectionToggle direction={view.direction} onChange={change} />
      <RefreshButton list={list} onRefresh={onRefresh} />
    </div>
  )
}

/** Searches a list while one types; no search is a step that the back button takes back. */
export function ListSearch({
  view,
  placeholder,
  finds = false,
  onChange,
}: {
  view: { search: string }
  placeholder: string
  /** Whether ID numbers are looked for. */
  finds?: boolean
  onChange: (patch: { search: string }, how: { replace: boolean }) => void
}) {
  const { search, said } = useNumberSearch((text) => onChange({ search: text }, { replace: true }), finds)
  return (
    <SearchBox
      search={view.search}
      maxLength={MAX_SEARCH_LENGTH}
      placeholder={placeholder}
      onSearch={search}
      result={said}
    />
  )
}

export type ListFilterProps<Value extends string> = {
  label: string
  name: string
  /** What shows where the list is not narrowed. */
  all: string
  words: readonly (readonly [Value, string])[]
  value: Value | ''
  onChange: (value: Value | '') => void
}

/** Narrows a list to one of some values. */
export function ListFilter<Value extends string>({
  label,
  name,
  all,
  words,
  value,
  onChange,
}: ListFilterProps<Value>) {
  return (
    <Select
      label={label}
      name={name}
      placeholder={null}
      title={words.find(([one]) => one === value)?.[1]}
      value={value}
      onChange={({ target }) => onChange(target.value as Value | '')}
      options={[{ value: '', label: all }, ...words.map(([one, word]) => ({ value: one, label: word }))]}
    />
  )
}

function DirectionToggle({
  direction,
  onChange,
}: {
  direction: Direction
  onChange: (patch: { direction: Direction }) => void
}) {
  const ascending = direction === 'asc'
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
  list: { readAt, isRefreshing },
  onRefresh,
}: {
  list: Pick<List<unknown, unknown>, 'readAt' | 'isRefreshing'>
  onRefresh: () => void
}) {
  return (
    <Button
      tone="quiet"
      pending={isRefreshing}
      pendingLabel="Refreshing"
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      onClick={onRefresh}
    >
      <span className="text-sm font-normal">
        <span className="sr-only">Refresh. </span>
        <span>{`As at ${formatTime(readAt)}`}</span>
      </span>
    </Button>
  )
}
