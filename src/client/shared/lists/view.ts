import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { documentNumberIn } from '#domain/applications/review/find.ts'
import { directions, MAX_SEARCH_LENGTH, type Direction } from '#domain/applications/review/list.ts'

/** A part of a view as the address holds it: what it is at first, and what of an address names one. */
export interface ViewPart<Value extends string> {
  first: Value
  /** Undefined where the text names none. */
  read: (text: string) => Value | undefined
}

/** What of a list somebody looks at is kept in the address bar, so that it can be bookmarked, shared and gone back to. */
export type ViewParts<View> = { readonly [Name in keyof View]: ViewPart<View[Name] & string> }

/** Of a list that is always looked at as a whole. */
export const noView: ViewParts<object> = {}

/** One of some words; at first the one that is named, or none (empty). */
export function oneOf<Value extends string, First extends Value | '' = ''>(
  values: readonly Value[],
  first: First = '' as First,
): ViewPart<Value | First> {
  return { first, read: (text) => values.find((value) => value === text) }
}

/** What somebody typed; empty at first. */
export function typedText(maxLength: number): ViewPart<string> {
  return { first: '', read: (typed) => typed.trim().slice(0, maxLength) }
}

const anyText = typedText(MAX_SEARCH_LENGTH)

/** What a list is searched for. No ID number is read from an address, whoever put it there (docs/decisions/0084). */
export const searched: ViewPart<string> = {
  ...anyText,
  read: (typed) => (documentNumberIn(typed) === null ? anyText.read(typed) : undefined),
}

/** The order of a list that is sorted by its columns: at first by the first of them, the last values first. */
export function sortedFirst<Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
): { sort: ViewPart<Sort>; direction: ViewPart<Direction> } {
  return { sort: oneOf(sorts, sorts[0]), direction: oneOf(directions, 'desc') }
}

function partsOf<View>(parts: ViewParts<View>): [keyof View & string, ViewPart<string>][] {
  return Object.entries<ViewPart<string>>(parts) as [keyof View & string, ViewPart<string>][]
}

/** The view that an address names. What it does not name, or names wrongly, is as it is at first. */
export function readView<View>(params: URLSearchParams, parts: ViewParts<View>): View {
  const read = partsOf(parts).map(([name, { first, read: readPart }]) => {
    const named = params.get(name)
    return [name, named === null ? first : (readPart(named.trim()) ?? first)]
  })
  // Each part is read by its own reader, which has its own type.
  return Object.fromEntries(read) as View
}

/** An address for a view: what is as at first stays out of it, and whatever else it holds stays in. */
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

/** Changes a part of a view; with `replace` the change is no step that the back button takes back. */
export type ChangeView<View> = (patch: Partial<View>, how?: { replace: boolean }) => void

/** The view in the address bar, and a way to change it. */
export function useView<View>(parts: ViewParts<View>): [view: View, change: ChangeView<View>] {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params, parts), [params, parts])
  const change: ChangeView<View> = (patch, how = { replace: false }) => {
    setParams((present) => writeView(present, { ...readView(present, parts), ...patch }, parts), how)
  }
  return [view, change]
}

/** Whether a view is other than at first: somebody may be left out. */
export function isNarrowed<View>(view: View, parts: ViewParts<View>): boolean {
  return partsOf(parts).some(([name, { first }]) => view[name] !== first)
}

/** The view of a list that can be sorted. */
export interface Sorted<Sort extends string = string> {
  sort: Sort
  direction: Direction
}

/** What pressing a column's header leads to: the other direction, or that column ascending (specification section 2). */
export function sortedBy<Sort extends string>({ sort, direction }: Sorted<Sort>, by: Sort): Sorted<Sort> {
  const turned = direction === 'asc' ? 'desc' : 'asc'
  return { sort: by, direction: sort === by ? turned : 'asc' }
}

/** A view as a call takes it: what is empty is not asked for. */
export type Given<View> = { [Name in keyof View]: Exclude<View[Name], ''> | undefined }

/** What of a view is asked for. */
export function given<View extends object>(view: View): Given<View> {
  const asked = Object.entries(view).map(([name, value]) => [
    name,
    value === '' ? undefined : (value as unknown),
  ])
  return Object.fromEntries(asked) as Given<View>
}
