import type { ListEntry, ListSource } from '#features/screening/rules/lists.ts'

/** A list that is being read. */
export interface ParsedList {
  source: ListSource
  /** Each once, in no order. Reading them may throw a ListError. */
  entries: AsyncIterable<ListEntry>
  /** yyyy-MM-dd; null where the file has no date. Known once the entries were read. */
  generatedOn: string | null
  /** Rows that could not be read. Known once the entries were read. */
  unreadable: number
  /** A file of the list that was not loaded with it. Known once the entries were read. */
  missing?: string
  /** What was read otherwise than it is written. */
  remarks?: readonly string[]
  /** Rows that were left out, with the reason. */
  leftOut?: readonly string[]
}
