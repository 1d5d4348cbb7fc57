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
}
