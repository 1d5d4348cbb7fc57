import {
  applicationStatuses,
  statusesWith,
  statusTraits,
  type ApplicationStatus,
} from '#features/access/rules/lifecycle/statuses.ts'
import type { WaitingOn } from '#features/applications/rules/round/rounds.ts'
import type { PackFilter } from '#features/due-diligence/rules/pack-state.ts'
import type { ApplicationSort, Direction } from '#base/rules/api/list.ts'

/** A draft unchanged for this many days is quiet: long enough to include a weekend. */
export const QUIET_DAYS = 7

/** Maximum of the `quietDays` filter. */
export const MAX_QUIET_DAYS = 3650

/** Maximum number of saved views per user. */
export const MAX_OWN_VIEWS = 20

export const MAX_VIEW_NAME_LENGTH = 40

/** A view's filters, as the list API takes them. */
export interface ViewFilter {
  status?: readonly ApplicationStatus[]
  waitingOn?: WaitingOn
  exceptWaitingOn?: WaitingOn
  /** Also those whose correction request waits for this side, whatever their status. */
  alsoWaitingOn?: WaitingOn
  quietDays?: number
  /** Without an active wealth manager. */
  wealthManager?: 'none'
  /** State of due diligence. */
  pack?: PackFilter
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

const activeStatuses = applicationStatuses.filter((status) => !statusTraits[status].declined)

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
    explanation:
      'Submitted, under review, or returned with corrections; also approved clients who sent something. Longest wait first.',
    filter: { status: statusesWith('awaiting'), exceptWaitingOn: 'client', alsoWaitingOn: 'staff' },
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
    label: 'Approved',
    explanation: 'Approved clients still to be onboarded. Earliest approval first.',
    filter: { status: ['approved'] },
    sort: 'statusSince',
    direction: 'asc',
    empty: 'Every approved client is onboarded.',
  },
  readyToOnboard: {
    label: 'Ready to onboard',
    explanation:
      'Submitted, under review or approved, with nothing missing in the FICA checks. Longest in status first.',
    filter: { status: [...statusesWith('awaiting'), 'approved'], pack: 'ready' },
    sort: 'statusSince',
    direction: 'asc',
    empty: 'No client is ready to onboard.',
  },
  papersExpiring: {
    label: 'Documents expiring',
    explanation:
      'Accepted documents that expire within 30 days, or have expired. Clients get one email each.',
    filter: { status: activeStatuses, pack: 'expiring' },
    sort: 'lastActivity',
    direction: 'asc',
    empty: 'No documents expire within 30 days.',
  },
  ratingsToMake: {
    label: 'To rate',
    explanation:
      'Identity, funds and political exposure are accepted, and there is no rating, or it is out of date. Longest in status first.',
    filter: { status: activeStatuses, pack: 'to-rate' },
    sort: 'statusSince',
    direction: 'asc',
    empty: 'Every client who can be rated is rated.',
  },
  dueDiligenceDue: {
    label: 'Checks to renew',
    explanation: 'Onboarded clients whose FICA checks are renewed within 60 days, or are late.',
    filter: { status: ['onboarded'], pack: 'refresh' },
    sort: 'statusSince',
    direction: 'asc',
    empty: 'No checks are to be renewed within 60 days.',
  },
  onboardedBeforePack: {
    label: 'Onboarded before FICA checks',
    explanation:
      'Onboarded clients whose six checks were not all accepted. They get no email until you ask for them.',
    filter: { status: ['onboarded'], pack: 'incomplete' },
    sort: 'statusSince',
    direction: 'asc',
    empty: 'Every onboarded client has complete FICA checks.',
  },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof views

/** Views of due diligence, which are left out where it is switched off. */
const packViewNames: ReadonlySet<ViewName> = new Set([
  'readyToOnboard',
  'papersExpiring',
  'ratingsToMake',
  'dueDiligenceDue',
  'onboardedBeforePack',
])

/** Admins see all, including unassigned clients. */
export const adminViewNames = Object.keys(views) as [ViewName, ...ViewName[]]

/** A manager's own clients all have a manager. */
export const managerViewNames = [
  'waitingForUs',
  'waitingForClient',
  'quietDrafts',
  'approved',
  'readyToOnboard',
  'papersExpiring',
] as const satisfies ViewName[]

/** Whether a view is about the FICA checks. */
export function isOfPack(name: ViewName): boolean {
  return packViewNames.has(name)
}

/** The views that a firm has. */
export function offeredViews<Name extends ViewName>(names: readonly Name[], hasPack: boolean): Name[] {
  return names.filter((name) => hasPack || !isOfPack(name))
}

/** A view's URL query string. */
export function searchOf(name: ViewName): string {
  const { filter, sort, direction }: View = views[name]
  const asked = Object.entries({ ...filter, sort, direction }).map(([part, value]) => [part, String(value)])
  return new URLSearchParams(asked).toString()
}
