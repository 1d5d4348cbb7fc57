import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { documentNumberIn } from '#base/rules/identifiers/find.ts'
import { directions, MAX_SEARCH_LENGTH, type Direction } from '#base/rules/api/list.ts'

/** A part of a view in the address: its default and its parser. */
export interface ViewPart<Value extends string> {
  first: Value
  /** Undefined for an invalid text. */
  read: (text: string) => Value | undefined
}

/**
 * The view of a list (filters, search, order) is in the address, so that it can be bookmarked, shared and navigated
 * back to.
 */
export type ViewParts<View> = { readonly [Name in keyof View]: ViewPart<View[Name] & string> }

/** For lists without filters. */
export const noView: ViewParts<object> = {}

/** One of a few values; by default `first`, or none (empty). */
export function oneOf<Value extends string, First extends Value | '' = ''>(
  values: readonly Value[],
  first: First = '' as First,
): ViewPart<Value | First> {
  return { first, read: (text) => values.find((value) => value === text) }
}

/** Free text; empty by default. */
export function typedText(maxLength: number): ViewPart<string> {
  return { first: '', read: (typed) => typed.trim().slice(0, maxLength) }
}

const anyText = typedText(MAX_SEARCH_LENGTH)

/** The search text of a list. ID numbers in an address are ignored (docs/decisions/0084). */
export const searched: ViewPart<string> = {
  ...anyText,
  read: (typed) => (documentNumberIn(typed) === null ? anyText.read(typed) : undefined),
}

/** The order of a list: by default the first column, descending. */
export function sortedFirst<Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
): { sort: ViewPart<Sort>; direction: ViewPart<Direction> } {
  return { sort: oneOf(sorts, sorts[0]), direction: oneOf(directions, 'desc') }
}

function partsOf<View>(parts: ViewParts<View>): [keyof View & string, ViewPart<string>][] {
  return Object.entries<ViewPart<string>>(parts) as [keyof View & string, ViewPart<string>][]
}

/** The view in an address. Missing or invalid parts have their defaults. */
export function readView<View>(params: URLSearchParams, parts: ViewParts<View>): View {
  const read = partsOf(parts).map(([name, { first, read: readPart }]) => {
    const named = params.get(name)
    return [name, named === null ? first : (readPart(named.trim()) ?? first)]
  })
  // Each part has its own parser and type.
  return Object.fromEntries(read) as View
}

/** The address of a view: defaults are left out, foreign parameters stay. */
export function writeView<View>(
  params: URLSearchParams,
  view: View,
  parts: ViewParts<View>,
): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const [name, { first }] of partsOf(parts)) {
    const value = String(view[name])
    if (value === first) written.delete(name)
    else written.set(name, value)
  }
  return written
}

/** Changes a part of a view; with `replace` it adds no entry to the browser's history. */
export type ChangeView<View> = (patch: Partial<View>, how?: { replace: boolean }) => void

/** The view in the address bar, and a function that changes it. */
export function useView<View>(parts: ViewParts<View>): [view: View, change: ChangeView<View>] {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params, parts), [params, parts])
  const change: ChangeView<View> = (patch, how = { replace: false }) => {
    setParams((present) => writeView(present, { ...readView(present, parts), ...patch }, parts), how)
  }
  return [view, change]
}

/** Whether a view differs from its default, so that rows may be filtered out. */
export function isNarrowed<View>(view: View, parts: ViewParts<View>): boolean {
  return partsOf(parts).some(([name, { first }]) => view[name] !== first)
}

/** The view of a sortable list. */
export interface Sorted<Sort extends string = string> {
  sort: Sort
  direction: Direction
}

/** The order after pressing a column's header: the reverse, or that column ascending (specification section 2). */
export function sortedBy<Sort extends string>({ sort, direction }: Sorted<Sort>, by: Sort): Sorted<Sort> {
  const turned = direction === 'asc' ? 'desc' : 'asc'
  return { sort: by, direction: sort === by ? turned : 'asc' }
}

/** A view as query parameters: empty values are left out. */
export type NonEmpty<View> = { [Name in keyof View]: Exclude<View[Name], ''> | undefined }

/** The query parameters of a view. */
export function nonEmpty<View extends object>(view: View): NonEmpty<View> {
  const asked = Object.entries(view).map(([name, value]) => [
    name,
    value === '' ? undefined : (value as unknown),
  ])
  return Object.fromEntries(asked) as NonEmpty<View>
}
