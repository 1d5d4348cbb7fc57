import type { OwnView } from '#features/review/api/own-views.ts'
import { isOfPack, searchOf, views, type ViewFilter, type ViewName } from '#features/review/rules/views.ts'
import type { ApplicationsView } from './lists.ts'

/** The filters that identify a queue, whatever the order and search. */
export const filterNames = [
  'status',
  'waitingOn',
  'exceptWaitingOn',
  'alsoWaitingOn',
  'quietDays',
  'wealthManager',
  'invitation',
  'pack',
] as const

/** A view of either list; only admins filter by wealth manager. */
export type ListView = ApplicationsView<string> & { wealthManager?: string }

/** The queue that a list shows: `all` without filters, null for other filters. */
export function queueOf(view: ListView): ViewName | 'all' | null {
  const isOf = (filter: ViewFilter & { invitation?: undefined }) =>
    filterNames.every((name) => (view[name] ?? '') === String(filter[name] ?? ''))
  if (isOf({})) return 'all'
  return (Object.keys(views) as ViewName[]).find((name) => isOf(views[name].filter)) ?? null
}

/** A queue or own view that the list can show. */
export interface QueueTab {
  href: string
  label: string
  /** Undefined until loaded, null if not counted. */
  count: number | null | undefined
  isCurrent: boolean
  isWarning?: boolean
  explanation?: string
}

interface QueueTabsInput {
  path: string
  names: readonly ViewName[]
  /** The counts of the queues and the total, if loaded. */
  counts: Readonly<Partial<Record<ViewName, number>>> | undefined
  total: number | undefined
  own: readonly OwnView[]
  current: ViewName | 'all' | { id: string } | null
}

/** Queues that are offered without applications too: their emptiness is good news. */
const shownEmpty: ReadonlySet<ViewName> = new Set(['waitingForUs'])

/** The tabs of a list, and those of the FICA checks: empty queues are left out unless the list shows them. */
export function queueTabs({ path, names, counts, total, own, current }: QueueTabsInput) {
  const shown = names.filter((name) => name === current || shownEmpty.has(name) || (counts?.[name] ?? 0) > 0)
  const tabOf = (name: ViewName): QueueTab => ({
    href: `${path}?${searchOf(name)}`,
    label: views[name].label,
    count: counts?.[name],
    isCurrent: current === name,
    isWarning: name === 'unassigned',
    explanation: views[name].explanation,
  })
  const ownTabs = own.map(({ id, name, address, count }): QueueTab => ({
    href: `${path}?${address}`,
    label: name,
    count,
    isCurrent: typeof current === 'object' && current?.id === id,
  }))
  const all: QueueTab = { href: path, label: 'All', count: total, isCurrent: current === 'all' }
  return {
    tabs: [all, ...shown.filter((name) => !isOfPack(name)).map(tabOf), ...ownTabs],
    fica: shown.filter(isOfPack).map(tabOf),
  }
}
