import type { OwnView, OwnViews } from '#domain/api/own-views.ts'
import { searchOf, type ViewName } from '#domain/applications/review/views.ts'
import { readView } from '#client/shared/lists/view.ts'
import type { Desk } from '../desks.ts'
import { adminList, managerList } from '../list/lists.ts'
import { filterNames, queueOf, type Looked } from '../list/queues.ts'

type Role = Desk['role']

/** What of a list a view keeps: what narrows it, and its order. */
const keptNames = [...filterNames, 'sort', 'direction'] as const

/** What an address of that desk's list shows. */
export function lookedAt(role: Role, address: string): Looked {
  const params = new URLSearchParams(address)
  return role === 'admin' ? readView(params, adminList.view) : readView(params, managerList.view)
}

function isSame(one: Looked, other: Looked, names: readonly (keyof Looked)[] = keptNames): boolean {
  return names.every((name) => (one[name] ?? '') === (other[name] ?? ''))
}

/** The address of what somebody looks at, as a view keeps it: without what they search for. */
export function addressToKeep(role: Role, looked: Looked): string {
  const first = lookedAt(role, '')
  const kept = keptNames.filter((name) => (looked[name] ?? '') !== (first[name] ?? ''))
  return new URLSearchParams(kept.map((name) => [name, looked[name] ?? ''])).toString()
}

/** Where somebody is among the tabs. */
export interface Whereabouts {
  /** The tab that is marked: a queue, a view's id, or none. */
  tab: ViewName | 'all' | { id: string } | null
  /** Whether a tab leads to the very same, in the same order. */
  isKept: boolean
}

/** A view of one's own is known by what narrows it and its order; where none has both, a queue by what narrows it, and then a view by that. */
export function whereabouts(
  role: Role,
  looked: Looked,
  queues: readonly ViewName[],
  { own, shared }: Pick<OwnViews, 'own' | 'shared'>,
): Whereabouts {
  const views = [...own, ...shared]
  const leadsTo = ({ address }: OwnView, names?: readonly (keyof Looked)[]) =>
    isSame(lookedAt(role, address), looked, names)
  const exactly = views.find((view) => leadsTo(view))
  const isQueue = ['', ...queues.map(searchOf)].some((address) => isSame(lookedAt(role, address), looked))
  const queue = queueOf(looked)
  const alike = exactly ?? (queue === null ? views.find((view) => leadsTo(view, filterNames)) : undefined)
  return {
    tab: alike === undefined ? queue : { id: alike.id },
    isKept: exactly !== undefined || isQueue,
  }
}
