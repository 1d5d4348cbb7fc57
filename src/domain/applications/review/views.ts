import { statusesWith, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { WaitingOn } from '#domain/corrections/rounds.ts'
import type { ApplicationSort, Direction } from './list.ts'

/** So many days without a change make a draft quiet: whoever wanted to go on at the weekend has had one. */
export const QUIET_DAYS = 7

/** The longest silence that a list can be asked for, in days. */
export const MAX_QUIET_DAYS = 3650

/** How many views of their own one person keeps, and how many the firm shares. */
export const MAX_OWN_VIEWS = 20

export const MAX_VIEW_NAME_LENGTH = 40

/** What a view narrows a list of applications to; the lists' API takes it as it stands. */
export interface ViewFilter {
  status?: readonly ApplicationStatus[]
  waitingOn?: WaitingOn
  exceptWaitingOn?: WaitingOn
  quietDays?: number
  /** Those whom nobody looks after. */
  wealthManager?: 'none'
}

/** A name for an address of a list of applications: what it shows, and what first. */
export interface View {
  label: string
  /** What its applications wait for, and in which order they stand. */
  explanation: string
  filter: ViewFilter
  sort: ApplicationSort
  direction: Direction
  /** What is said where it is empty: that is good news. */
  empty: string
}

/** The queues of a working day, in the order in which they are looked at; each with the longest wait first. */
export const views = {
  unassigned: {
    label: 'Unassigned',
    explanation: 'Clients without a wealth manager, the one waiting longest first.',
    filter: { wealthManager: 'none' },
    sort: 'waitingSince',
    direction: 'asc',
    empty: 'Every application has a wealth manager.',
  },
  waitingForUs: {
    label: 'Waiting for us',
    explanation:
      'Submitted, under review, or sent back with corrections. The one waiting longest comes first.',
    filter: { status: statusesWith('awaiting'), exceptWaitingOn: 'client' },
    sort: 'waitingSince',
    direction: 'asc',
    empty: 'Nothing is waiting for us.',
  },
  waitingForClient: {
    label: 'Waiting for client',
    explanation: 'Clients we asked for corrections. The one silent for longest comes first.',
    filter: { waitingOn: 'client' },
    sort: 'lastActivity',
    direction: 'asc',
    empty: 'We are not waiting for any client.',
  },
  quietDrafts: {
    label: 'Drafts gone quiet',
    explanation: `Drafts that have not changed for ${QUIET_DAYS} days. The quietest comes first.`,
    filter: { status: ['draft'], quietDays: QUIET_DAYS },
    sort: 'lastActivity',
    direction: 'asc',
    empty: 'No draft has gone quiet.',
  },
  approved: {
    label: 'Approved, not yet onboarded',
    explanation: 'Approved clients who still have to be onboarded. The earliest approval comes first.',
    filter: { status: ['approved'] },
    sort: 'statusSince',
    direction: 'asc',
    empty: 'Every approved client is onboarded.',
  },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof views

/** All of them: admins see whose nobody's clients are, too. */
export const adminViewNames = Object.keys(views) as [ViewName, ...ViewName[]]

/** A manager's own clients all have a manager. */
export const managerViewNames = [
  'waitingForUs',
  'waitingForClient',
  'quietDrafts',
  'approved',
] as const satisfies ViewName[]

/** What stands in the address of a view, after the question mark. */
export function searchOf(name: ViewName): string {
  const { filter, sort, direction }: View = views[name]
  const asked = Object.entries({ ...filter, sort, direction }).map(([part, value]) => [part, String(value)])
  return new URLSearchParams(asked).toString()
}
