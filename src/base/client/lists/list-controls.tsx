import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
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

/** Reverses the order of a list. */
export function DirectionToggle({
  direction,
  isCompact = false,
  onChange,
}: {
  direction: Direction
  /** 44 px high, for toolbars. */
  isCompact?: boolean
  onChange: (patch: { direction: Direction }) => void
}) {
  const ascending = direction === 'asc'
  const Icon = ascending ? ArrowUpNarrowWide : ArrowDownWideNarrow
  return (
    <Button
      tone="secondary"
      size={isCompact ? 'small' : undefined}
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={() => onChange({ direction: ascending ? 'desc' : 'asc' })}
    >
      {ascending ? 'Ascending' : 'Descending'}
    </Button>
  )
}
