import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { MAX_SEARCH_LENGTH, type Direction } from '#base/rules/api/list.ts'
import { Button } from '#base/client/ui/button.tsx'
import { SearchBox } from '#base/client/ui/search-box.tsx'
import { Select, SelectBox } from '#base/client/ui/select.tsx'
import { useIdNumberSearch } from './id-number-search.ts'

/** Searches a list while the user types; no search adds an entry to the browser's history. */
export function ListSearch({
  view,
  placeholder,
  finds = false,
  isCompact = false,
  onChange,
}: {
  view: { search: string }
  placeholder: string
  /** Whether ID numbers can be searched. */
  finds?: boolean
  /** Without a visible label. */
  isCompact?: boolean
  onChange: (patch: { search: string }, how: { replace: boolean }) => void
}) {
  const { search, result } = useIdNumberSearch((text) => onChange({ search: text }, { replace: true }), finds)
  return (
    <SearchBox
      search={view.search}
      maxLength={MAX_SEARCH_LENGTH}
      placeholder={placeholder}
      onSearch={search}
      result={result}
      isCompact={isCompact}
    />
  )
}

export type ListFilterProps<Value extends string> = {
  label: string
  name: string
  /** The label of the unfiltered option. */
  all: string
  labels: readonly (readonly [Value, string])[]
  value: Value | ''
  onChange: (value: Value | '') => void
  /** The label is for screen readers only; the options say what they filter. */
  isCompact?: boolean
}

/** Filters a list by one of a few values. */
export function ListFilter<Value extends string>({
  label,
  name,
  all,
  labels,
  value,
  onChange,
  isCompact = false,
}: ListFilterProps<Value>) {
  const select = {
    name,
    title: labels.find(([one]) => one === value)?.[1],
    value,
    onChange: ({ target }: { target: HTMLSelectElement }) => onChange(target.value as Value | ''),
    options: [{ value: '', label: all }, ...labels.map(([one, word]) => ({ value: one, label: word }))],
  }
  return isCompact ? (
    <SelectBox {...select} aria-label={label} isLow className="min-w-0 grow sm:grow-0" />
  ) : (
    <Select {...select} label={label} placeholder={null} />
  )
}

/** Reverses the order of a list; joined to what chooses it. */
function DirectionToggle({
  direction,
  onChange,
}: {
  direction: Direction
  onChange: (patch: { direction: Direction }) => void
}) {
  const ascending = direction === 'asc'
  const Icon = ascending ? ArrowUp : ArrowDown
  const label = ascending ? 'Ascending' : 'Descending'
  return (
    <Button
      tone="secondary"
      size="small"
      className="-ml-px px-2!"
      aria-label={label}
      title={label}
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={() => onChange({ direction: ascending ? 'desc' : 'asc' })}
    />
  )
}

type ListSortProps<Sort extends string> = {
  sort: Sort
  direction: Direction
  /** The sort options with their labels. */
  labels: Readonly<Partial<Record<Sort, string>>>
  onChange: (patch: { sort: Sort } | { direction: Direction }) => void
  className?: string
}

/** The order of a list, and its direction. */
export function ListSort<Sort extends string>({
  sort,
  direction,
  labels,
  onChange,
  className,
}: ListSortProps<Sort>) {
  return (
    <div className={clsx('flex min-w-0', className)}>
      <SelectBox
        isLow
        aria-label="Sort by"
        name="sort"
        prefix="Sort"
        className="min-w-0 grow"
        value={sort}
        onChange={({ target }) => onChange({ sort: target.value as Sort })}
        options={Object.entries<string | undefined>(labels).map(([value, label = value]) => ({
          value,
          label,
        }))}
      />
      <DirectionToggle {...{ direction, onChange }} />
    </div>
  )
}
