import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { ApplicationSort } from '#domain/applications/review/list.ts'
import { readView, writeView, type ListView } from './list-view.ts'

/** The view of a list, from the address bar, and a way to change it. */
export function useListView<Sort extends ApplicationSort>(
  sorts: readonly [Sort, ...Sort[]],
): [view: ListView<Sort>, change: (patch: Partial<ListView<Sort>>, how?: { replace: boolean }) => void] {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params, sorts), [params, sorts])
  const change = (patch: Partial<ListView<Sort>>, how = { replace: false }) => {
    setParams((present) => writeView(present, { ...readView(present, sorts), ...patch }, sorts), how)
  }
  return [view, change]
}
