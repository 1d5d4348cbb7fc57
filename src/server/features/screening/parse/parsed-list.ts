import type { ListEntry, ListSource } from '#domain/screening/lists.ts'

/** A list that was read. */
export interface ParsedList {
  source: ListSource
  /** yyyy-MM-dd; null where the file has no date. */
  generatedOn: string | null
  entries: ListEntry[]
  /** Rows that could not be read. */
  unreadable: number
}
