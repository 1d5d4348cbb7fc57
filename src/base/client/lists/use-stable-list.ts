import { focusManager, hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePages, useRows, type List, type ListDefinition, type LoadedPages } from './use-list.ts'

interface Identified {
  id: string
}

type Pages = LoadedPages<Identified>

const idsOf = ({ pages }: Pages) => pages.flatMap(({ rows }) => rows.map(({ id }) => id))
const totalOf = ({ pages }: Pages) => pages[0]?.total ?? 0
const hasMore = ({ pages }: Pages) => pages.at(-1)?.next !== null

/**
 * How many rows were added, removed or moved; 0 if the same rows are shown in the same order: their content may differ,
 * since nothing moves then. Of rows that are not loaded only what the total shows is counted.
 */
export function countChanges(shown: Pages, latest: Pages): number {
  const [before, after] = [idsOf(shown), idsOf(latest)]
  const gained = totalOf(latest) - totalOf(shown)
  const isSame = before.length === after.length && before.every((id, index) => id === after[index])
  if (isSame) return Math.abs(gained)
  const [wasShown, isListed] = [new Set(before), new Set(after)]
  // Rows at the end that merely left the loaded pages, or entered them, did not change.
  const removed = beforeEnd(before, isListed, hasMore(latest)).filter((id) => !isListed.has(id)).length
  const added = beforeEnd(after, wasShown, hasMore(shown)).filter((id) => !wasShown.has(id)).length
  const notLoaded = Math.max(0, gained - added, -removed - gained)
  return Math.max(1, added + removed + countMoved(before, after) + notLoaded)
}

/** The rows without those at the end that the other list lacks, if that list has more rows than are loaded. */
function beforeEnd(ids: readonly string[], others: ReadonlySet<string>, othersHaveMore: boolean) {
  return othersHaveMore ? ids.slice(0, ids.findLastIndex((id) => others.has(id)) + 1) : ids
}

/** The least number of rows to move to get from one order to the other (all but a longest increasing subsequence). */
function countMoved(before: readonly string[], after: readonly string[]): number {
  const positions = new Map(before.map((id, index) => [id, index]))
  const common = after.flatMap((id) => positions.get(id) ?? [])
  const lastOfLength: number[] = []
  for (const position of common) {
    lastOfLength[lastOfLength.findLastIndex((last) => last < position) + 1] = position
  }
  return common.length - lastOfLength.length
}

/** Whether both are the same pages of a list: scrolling loads and drops pages. */
function areSamePages(shown: LoadedPages<unknown>, latest: LoadedPages<unknown> | undefined): boolean {
  return (
    shown.pages.length === latest?.pages.length &&
    shown.pages[0]?.start.index === latest.pages[0]?.start.index
  )
}

/** A list whose rows stay where they are while others change it. */
export interface StableList<Row, View> {
  /** What is shown. */
  list: List<Row, View>
  /** What the server had last, for moving through the list. */
  latest: List<Row, View>
  /** How many rows others added, removed or moved that are not shown yet. */
  changes: number
  showChanges: () => void
}

/**
 * The list of the view in the address. What others add, remove or move is shown, with the counts around the list, when
 * the user asks for it, acts, scrolls on or changes the view: rows do not move under the pointer.
 */
export function useStableList<Row extends Identified, View>(
  definition: ListDefinition<Row, View>,
): StableList<Row, View> {
  const client = useQueryClient()
  const isBackground = useRef(false)
  const pages = usePages(definition, { readsRowsOnly: () => isBackground.current })
  const { query, queryKey } = pages
  const hash = hashKey(queryKey)
  const [pinned, setPinned] = useState<{ hash: string; data: LoadedPages<Row> } | null>(null)
  const isPinned = pinned?.hash === hash && areSamePages(pinned.data, query.data)
  const changes = isPinned && query.data !== undefined ? countChanges(pinned.data, query.data) : 0

  const readCounts = () => {
    for (const key of definition.counts ?? []) void client.invalidateQueries({ queryKey: key })
  }
  const showChanges = () => {
    setPinned(null)
    readCounts()
  }
  const read = async () => {
    if (query.data === undefined || query.isFetching) return
    const data = isPinned ? pinned.data : query.data
    setPinned({ hash, data })
    isBackground.current = true
    const { data: latest } = await query.refetch({ cancelRefetch: false })
    isBackground.current = false
    if (latest !== undefined && countChanges(data, latest) > 0) return
    showChanges()
  }
  useReturn(() => void read())
  useOwnChanges(queryKey, () => setPinned(null))
  const release = useEffectEvent(showChanges)
  const isOver = pinned !== null && !isPinned
  useEffect(() => {
    if (isOver) release()
  }, [isOver])

  const latest = useRows(definition, pages, query.data)
  const shown = useRows(definition, pages, isPinned ? pinned.data : query.data)
  const retry = () => {
    setPinned(null)
    shown.retry()
  }
  return { list: { ...shown, retry }, latest, changes, showChanges }
}

/** Runs when the user returns to the page. */
function useReturn(run: () => void): void {
  const read = useEffectEvent(run)
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused) read()
      }),
    [],
  )
}

/** Runs when the user's own action changes the cached list or has it refetched. */
function useOwnChanges(queryKey: QueryKey, run: () => void): void {
  const client = useQueryClient()
  const changed = useEffectEvent(run)
  const hash = hashKey(queryKey)
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.query.queryHash !== hash) return
        const { action } = event
        if (action.type === 'invalidate' || (action.type === 'success' && action.manual === true)) changed()
      }),
    [client, hash],
  )
}
