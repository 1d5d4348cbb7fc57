import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { ListSource } from './lists.ts'

/** A list with fewer than this part of the entries in force was probably cut off. */
const MIN_LIST_SHARE = 0.9
/** Up to this part of a list's rows may be unreadable. */
const MAX_UNREADABLE_SHARE = 0.01
export const MAX_LIST_BYTES = 100 * 1024 * 1024

/** A first list of the United Nations with fewer entries is probably incomplete: it has about 1,000. */
const MIN_FIRST_UN_LIST = 300

/** What a new list is checked for, against the edition in force. */
interface Comparison {
  source: ListSource
  entries: number
  unreadable: number
  /** yyyy-MM-dd. */
  generatedOn: string
  inForce: { entries: number; generatedOn: string } | null
  /** Someone has given a reason why it has so few entries. */
  mayShrink?: boolean
}

export type ListProblem = 'list-empty' | 'list-unreadable' | 'list-small' | 'list-shrunk' | 'list-older'

/** Why a list must not come into force; null for nothing. */
export function problemWithList({
  source,
  entries,
  unreadable,
  generatedOn,
  inForce,
  mayShrink = false,
}: Comparison): ListProblem | null {
  if (entries === 0) return 'list-empty'
  if (unreadable > MAX_UNREADABLE_SHARE * (entries + unreadable)) return 'list-unreadable'
  if (inForce === null) return isSmallFirstList(source, entries) && !mayShrink ? 'list-small' : null
  if (generatedOn < inForce.generatedOn) return 'list-older'
  return !mayShrink && entries < MIN_LIST_SHARE * inForce.entries ? 'list-shrunk' : null
}

export function isSmallFirstList(source: ListSource, entries: number): boolean {
  return source === 'UN' && entries < MIN_FIRST_UN_LIST
}

/** Whether a list of a day (yyyy-MM-dd) is too old to rely on: lists change without notice. */
export function isListOld(generatedOn: string, now: Date, maxDays: number): boolean {
  return generatedOn < oldestList(now, maxDays)
}

/** The first day (yyyy-MM-dd) of lists that are not too old. */
export function oldestList(now: Date, maxDays: number): string {
  const oldest = now.getTime() - (maxDays + 1) * DAY_MS
  return new Date(Math.ceil(oldest / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
}
