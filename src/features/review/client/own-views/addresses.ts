import type { OwnView } from '#features/review/api/own-views.ts'
import { searchOf, type ViewName } from '#features/review/rules/views.ts'
import { readView } from '#base/client/lists/view.ts'
import type { Workspace } from '../workspaces.ts'
import { adminList, managerList } from '../list/lists.ts'
import { filterNames, queueOf, type ListView } from '../list/queues.ts'

type Role = Workspace['role']

/** The parts of a list's view that a saved view holds: filters and order. */
const savedNames = [...filterNames, 'sort', 'direction'] as const

/** The parts that an address of that workspace's list sets. */
export function viewOfAddress(role: Role, address: string): ListView {
  const params = new URLSearchParams(address)
  return role === 'admin' ? readView(params, adminList.view) : readView(params, managerList.view)
}

function isSame(one: ListView, other: ListView, names: readonly (keyof ListView)[] = savedNames): boolean {
  return names.every((name) => (one[name] ?? '') === (other[name] ?? ''))
}

/** The address that a saved view stores: without the search. */
export function addressToSave(role: Role, view: ListView): string {
  const first = viewOfAddress(role, '')
  const saved = savedNames.filter((name) => (view[name] ?? '') !== (first[name] ?? ''))
  return new URLSearchParams(saved.map((name) => [name, view[name] ?? ''])).toString()
}

/** The current tab. */
export interface CurrentTab {
  /** The marked tab: a queue, a view's id, or none. */
  tab: ViewName | 'all' | { id: string } | null
  /** Whether a tab has exactly this filter and order. */
  isSaved: boolean
}

/** A saved view is found by filter and order; otherwise a queue by its filter, and then a saved view by its filter. */
export function findCurrentTab(
  role: Role,
  view: ListView,
  queues: readonly ViewName[],
  own: readonly OwnView[],
): CurrentTab {
  const leadsTo = ({ address }: OwnView, names?: readonly (keyof ListView)[]) =>
    isSame(viewOfAddress(role, address), view, names)
  const exactly = own.find((saved) => leadsTo(saved))
  const isQueue = ['', ...queues.map(searchOf)].some((address) => isSame(viewOfAddress(role, address), view))
  const queue = queueOf(view)
  const alike = exactly ?? (queue === null ? own.find((saved) => leadsTo(saved, filterNames)) : undefined)
  return {
    tab: alike === undefined ? queue : { id: alike.id },
    isSaved: exactly !== undefined || isQueue,
  }
}
