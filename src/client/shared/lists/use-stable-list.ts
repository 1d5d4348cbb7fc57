import { focusManager, hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  REFETCH_MS,
  usePages,
  useRows,
  type List,
  type ListDefinition,
  type LoadedPages,
} from './use-list.ts'

interface Identified {
  id: string
}

/** Whether the same rows are shown in the same order: their content may differ, since nothing moves then. */
export function isSameOrder(shown: LoadedPages<Identified>, latest: LoadedPages<Identified>): boolean {
  const idsOf = ({ pages }: LoadedPages<Identified>) => pages.flatMap(({ rows }) => rows.map(({ id }) => id))
  const [before, after] = [idsOf(shown), idsOf(latest)]
  return (
    shown.pages[0]?.total === latest.pages[0]?.total &&
    before.length === after.length &&
    before.every((id, index) => id === after[index])
  )
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
  /** Whether others added, removed or moved rows that are not shown yet. */
  hasChanged: boolean
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
  const hasChanged = isPinned && query.data !== undefined && !isSameOrder(pinned.data, query.data)

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
    if (latest !== undefined && !isSameOrder(data, latest)) return
    showChanges()
  }
  useBackground(() => void read())
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
  return { list: { ...shown, retry }, latest, hasChanged, showChanges }
}

/** Runs every minute while the page is visible, and when the user returns to it. */
function useBackground(run: () => void): void {
  const read = useEffectEvent(run)
  useEffect(() => {
    const timer = setInterval(() => {
      if (focusManager.isFocused()) read()
    }, REFETCH_MS)
    const stop = focusManager.subscribe((isFocused) => {
      if (isFocused) read()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
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
