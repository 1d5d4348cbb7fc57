import { taskNames } from './tasks.ts'

/** State of a client's six tasks together, as lists show it; the first that applies from the bottom. */
export const packStates = {
  none: 'Not started',
  open: 'With the client',
  'with-us': 'To check',
  complete: 'Complete',
  due: 'Something is due',
} as const

export type PackState = keyof typeof packStates
export const packStateNames = Object.keys(packStates) as [PackState, ...PackState[]]

/** What lists filter by: a state, or what follows from it. */
export const packFilters = {
  ...packStates,
  /** Nothing prevents onboarding, as far as the reader may know. */
  ready: 'Ready to onboard',
  /** Something that was accepted expires within 30 days, or has expired. */
  expiring: 'Documents expiring',
  /** Fewer than six tasks were accepted. */
  incomplete: 'Not all accepted',
  /** What a rating rests on is accepted, and there is no current rating. Managers do not learn of it. */
  'to-rate': 'To rate',
  /** Due diligence is refreshed within 60 days. Managers do not learn of it. */
  refresh: 'Checks to renew',
} as const

export type PackFilter = keyof typeof packFilters
export const packFilterNames = Object.keys(packFilters) as [PackFilter, ...PackFilter[]]

/** The filters of managers' lists: those about ratings are left out. */
export const managerPackFilterNames = packFilterNames.filter(
  (name) => name !== 'to-rate' && name !== 'refresh',
)

/** The six tasks of a client in a list. */
export interface PackSummary {
  state: PackState
  /** Accepted and not due. */
  done: number
  /** Handed in, and not verified yet. */
  toVerify: number
}

/** A pack in words: "3 of 6 done, 1 to check". */
export function packText({ state, done, toVerify }: PackSummary): string {
  if (state !== 'open' && state !== 'with-us') return packStates[state]
  const doneText = `${done} of ${taskNames.length} done`
  return toVerify === 0 ? doneText : `${doneText}, ${toVerify} to check`
}
