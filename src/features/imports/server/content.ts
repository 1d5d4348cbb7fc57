import { decrypt, encrypt } from '#base/server/db/encrypted-columns.ts'
import { eq } from 'drizzle-orm'
import type { ImportColumn, ImportReading } from '#features/imports/api/import-shapes.ts'
import type { Cell, TableRow } from '#base/rules/tables/cells.ts'
import { textOf } from '#base/rules/tables/cells.ts'
import type { ImportableStatus } from '#features/imports/rules/fields.ts'
import { proposeFields } from '#features/imports/rules/match-columns.ts'
import type { Mapping } from '#features/imports/rules/mapping.ts'
import { isAmbiguousDay } from '#features/imports/rules/read-day.ts'
import { imports } from '#features/imports/schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

/** Earlier releases imported staff, too: those imports are missing for all calls. */
export const isOfClients = eq(imports.kind, 'clients')

export type ImportRecord = typeof imports.$inferSelect

/** What is stored about a file beside its rows, encrypted. */
export interface ImportContent {
  fileName: string
  reading: ImportReading
  columns: ImportColumn[]
  mapping: Mapping | null
  /** How many clients each status and manager gets, once matched. */
  groups: Groups
  /** Cells that were corrected before the start. */
  corrections?: Correction[]
  /** Numbers of the rows that an admin leaves out. */
  leftOut?: number[]
}

/** A corrected cell: its text in the file, and the one instead. */
export interface Correction {
  row: number
  column: number
  before: string
  value: string
}

/** Numbers of rows by status, and by manager's id. */
export interface Groups {
  byStatus: [status: ImportableStatus, rows: number][]
  byManager: [managerId: string | null, rows: number][]
}

export function encryptContent(keyring: Keyring, id: string, content: ImportContent): string {
  return encrypt(keyring, imports.content, id, JSON.stringify(content))
}

export function decryptContent(
  keyring: Keyring,
  { id, content }: Pick<ImportRecord, 'id' | 'content'>,
): ImportContent {
  // Written by `encryptContent` only.
  return JSON.parse(decrypt(keyring, imports.content, id, content)) as ImportContent
}

const MAX_HEADER_LENGTH = 60
const SAMPLES = 3
/** A column with more values is no list of statuses or managers. */
const MAX_VALUES = 100
/** Values on which proposals by content are based. */
const ROWS_TO_PROPOSE = 20

/** The columns below a header, with what they hold. */
export function columnsOf(rows: readonly TableRow[], headerRow: number): ImportColumn[] {
  const head = rows.find(({ number }) => number === headerRow)?.cells ?? []
  const data = rows.filter(({ number }) => number > headerRow)
  const width = Math.max(head.length, ...data.slice(0, ROWS_TO_PROPOSE).map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => ({
    header: head[index] ? textOf(head[index]).slice(0, MAX_HEADER_LENGTH) : '',
    ...facts(data, index),
  }))
  const proposed = proposeFields(columns.map(({ header, first }) => ({ header, samples: first })))
  return columns.map(({ header, samples, values, hasAmbiguousDates }, index) => ({
    header,
    samples,
    values,
    hasAmbiguousDates,
    proposed: proposed[index] ?? null,
  }))
}

function facts(data: readonly TableRow[], index: number) {
  const first: Cell[] = []
  const values = new Set<string>()
  let hasAmbiguousDates = false
  for (const { cells } of data) {
    const cell = cells[index]
    if (!cell) continue
    if (first.length < ROWS_TO_PROPOSE) first.push(cell)
    if (values.size <= MAX_VALUES) values.add(textOf(cell).trim())
    hasAmbiguousDates ||= isAmbiguousDay(cell)
  }
  return {
    first,
    samples: first.slice(0, SAMPLES).map((cell) => textOf(cell).slice(0, MAX_HEADER_LENGTH)),
    values: values.size > MAX_VALUES ? null : [...values].map((value) => value.slice(0, MAX_HEADER_LENGTH)),
    hasAmbiguousDates,
  }
}

/** The id of a row of an import in `encrypted-columns.ts`. */
export function rowId(importId: string, row: number): string {
  return `${importId} ${row}`
}
