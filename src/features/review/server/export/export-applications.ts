import type { Readable } from 'node:stream'
import { inArray } from 'drizzle-orm'
import type { ExportFormat } from '#base/rules/api/list.ts'
import { record } from '#features/audit/server/record.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import type { Page } from '#base/server/lists/paginate.ts'
import { notFound, DomainError } from '#base/server/domain-error.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { readApplications, type Asking, type ListRequest } from '../list.ts'
import { presentListed, type SummaryRow } from '../list-rows.ts'
import { columnsOf, type ExportedApplication } from './columns.ts'
import { writeCsv } from '#base/server/files/write-csv.ts'
import { MAX_SHEET_ROWS, writeXlsx } from '#base/server/files/write-xlsx.ts'

/** A request for an export, as the contract parses it. */
export type ExportRequest = Omit<ListRequest, 'limit' | 'cursor'> & {
  format: ExportFormat
  /** Limits the export to these, as far as they are in the list. */
  ids?: readonly string[]
}

interface Export {
  file: Readable
  /** The number of applications, where it is known in advance. */
  total: number | null
}

const ROWS_AT_ONCE = 500
const TOO_MANY = 'You’ve exported too many lists in the last hour.'

const present = (row: SummaryRow): ExportedApplication => ({
  ...presentListed(row),
  reference: row.reference,
})

/**
 * Exports all pages of a list as a stream, read only as fast as it is consumed. The export is recorded first, and the
 * number of rows at its end. Selected applications out of scope are left out, like missing ones.
 *
 * @throws DomainError not-found where none of the selected ones exists; throttled (429) after many in an hour; invalid
 * for more rows than a sheet holds
 */
export async function exportApplications(
  act: CommandContext,
  { format, ids, ...request }: ExportRequest,
  asking: Asking,
): Promise<Export> {
  const { context, actor, now } = act
  await countWithin(context, ['export', actor.userId, TOO_MANY])
  const pageAfter = (cursor?: string) =>
    readApplications(
      context,
      present,
      asking,
      { ...request, limit: ids?.length ?? ROWS_AT_ONCE, ...(cursor && { cursor }) },
      ids && inArray(applicationSummaries.applicationId, [...ids]),
    )
  const first = await pageAfter()
  const total = ids === undefined ? first.total : first.rows.length
  if (ids !== undefined && total === 0) throw notFound()
  if (format === 'xlsx' && (first.total ?? 0) > MAX_SHEET_ROWS) {
    throw new DomainError(
      'invalid',
      'An Excel sheet holds at most 1 048 575 rows. Please filter the list, or export it as CSV.',
    )
  }
  await record(autocommit(act), 'applications.exported', null, { format, filters: filtersOf(request, ids) })
  const rows = counted(act, format, rowsFrom(first, pageAfter))
  const columns = columnsOf(context.settings.branding.referencePrefix, context.settings.dueDiligence.on)
  const file = format === 'csv' ? writeCsv(columns, rows) : writeXlsx('Applications', columns, rows, now)
  return { file, total }
}

async function* rowsFrom(
  first: Page<ExportedApplication>,
  pageAfter: (cursor: string) => Promise<Page<ExportedApplication>>,
): AsyncGenerator<ExportedApplication> {
  let page = first
  yield* page.rows
  while (page.nextCursor !== null) {
    page = await pageAfter(page.nextCursor)
    yield* page.rows
  }
}

/** Passes rows on, and records how many were sent, also where the reader stops. */
async function* counted<Row>(
  act: CommandContext,
  format: ExportFormat,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row> {
  let count = 0
  let whole = false
  try {
    for await (const row of rows) {
      count += 1
      yield row
    }
    whole = true
  } finally {
    const ended = autocommit({ ...act, now: act.context.now() })
    await record(ended, 'applications.export-ended', null, { format, rows: count, whole })
  }
}

/** The filter of a list in terms of its address, and the number of selected rows. The search text is not recorded. */
function filtersOf(request: Omit<ExportRequest, 'format'>, ids: ExportRequest['ids']): string[] {
  const { search, sort: _, direction: __, ...filters } = request
  const named = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${String(value)}`],
  )
  const chosen = ids === undefined ? [] : [`chosen=${ids.length}`]
  return [...named, ...chosen, ...(search ? ['search'] : [])].toSorted()
}
