import { statusesWith, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { WaitingOn } from '#domain/corrections/rounds.ts'
import type { ApplicationSort, Direction } from './list.ts'

/** A draft unchanged for this many days is quiet: long enough to include a weekend. */
export const QUIET_DAYS = 7

/** Maximum of the `quietDays` filter. */
export const MAX_QUIET_DAYS = 3650

/** Maximum number of own views per user, and of shared views per firm. */
export const MAX_OWN_VIEWS = 20

export const MAX_VIEW_NAME_LENGTH = 40

/** A view's filters, as the list API takes them. */
export interface ViewFilter {
  status?: readonly ApplicationStatus[]
  waitingOn?: WaitingOn
  exceptWaitingOn?: WaitingOn
  quietDays?: number
  /** Without an active wealth manager. */
  wealthManager?: 'none'
}

/** A named list query: filter and sort. */
export interface View {
  label: string
  /** What its applications wait for, and their order. */
  explanation: string
  filter: ViewFilter
  sort: ApplicationSort
  direction: Direction
  /** Text for an empty list: good news. */
  empty: string
}

/** Work queues, in daily order; each sorted by longest wait. */
export const views = {
  unassigned: {
    label: 'Unassigned',
    explanation: 'Clients without a wealth manager. Longest wait first.',
    filter: { wealthManager: 'none' },
    sort: 'waitingSince',
    direction: 'asc',
    empty: 'Every application has a wealth manager.',
  },
  waitingForUs: {
    label: 'Waiting for us',
    explanation: 'Submitted, under review, or returned with corrections. Longest wait first.',
    filter: { status: statusesWith('awaiting'), exceptWaitingOn: 'client' },
    sort: 'waitingSince',
    direction: 'asc',
    empty: 'Nothing is waiting for us.',
  },
  waitingForClient: {
    label: 'Waiting for client',
    explanation: 'Clients we asked for corrections. Longest silence first.',
    filter: { waitingOn: 'client' },
    sort: 'lastActivity',
    direction: 'asc',
    empty: 'We aren’t waiting for any clients.',
  },
  quietDrafts: {
    label: 'Inactive drafts',
    explanation: `Drafts that haven’t changed for ${QUIET_DAYS} days. Longest inactive first.`,
    filter: { status: ['draft'], quietDays: QUIET_DAYS },
    sort: 'lastActivity',
    direction: 'asc',
    empty: 'No inactive drafts.',
  },
  approved: {
    label: 'Approved, not yet onboarded',
    explanation: 'Approved clients still to be onboarded. Earliest approval first.',
    filter: { status: ['approved'] },
    sort: 'statusSince',
    direction: 'asc',
    empty: 'Every approved client is onboarded.',
  },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof views

/** Admins see all, including unassigned clients. */
export const adminViewNames = Object.keys(views) as [ViewName, ...ViewName[]]

/** A manager's own clients all have a manager. */
export const managerViewNames = [
  'waitingForUs',
  'waitingForClient',
  'quietDrafts',
  'approved',
] as const satisfies ViewName[]

/** A view's URL query string. */
export function searchOf(name: ViewName): string {
  const { filter, sort, direction }: View = views[name]
  const asked = Object.entries({ ...filter, sort, direction }).map(([part, value]) => [part, String(value)])
  return new URLSearchParams(asked).toString()
}
