import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Context } from '#server/context.ts'
import { record } from '#server/audit/record.ts'
import { alone, type Act } from '#server/work.ts'
import { listEvents, wholeLog, type AuditFilter } from './list-events.ts'

const ROWS_AT_ONCE = 1000

const columns = [
  { key: 'id', header: 'Number' },
  { key: 'timestamp', header: 'Timestamp' },
  { key: 'userName', header: 'User' },
  { key: 'userId', header: 'User id' },
  { key: 'action', header: 'Action' },
  { key: 'resource', header: 'Resource' },
  { key: 'ipAddress', header: 'IP Address' },
  { key: 'status', header: 'Status' },
  { key: 'details', header: 'Details' },
]

/**
 * The log as CSV, read as fast as it is taken and never held as a whole. A text that a spreadsheet would run as a
 * formula begins with an apostrophe (OWASP, "CSV Injection"). That it is taken is recorded first.
 */
export async function exportEvents(act: Act, filter: AuditFilter): Promise<Readable> {
  await record(alone(act), 'audit-log.exported', null, { filters: Object.keys(filter).toSorted() })
  const csv = stringify({
    header: true,
    bom: true,
    columns,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  // Whoever reads hears of an error from the stream itself, and ends the reading by ending that.
  return pipeline(Readable.from(recordsOf(act.context, filter)), csv, () => undefined)
}

async function* recordsOf(context: Pick<Context, 'database'>, filter: AuditFilter) {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await listEvents(context, wholeLog, {
      ...filter,
      limit: ROWS_AT_ONCE,
      cursor,
    })
    yield* rows.read().map((event) => ({ ...event, details: JSON.stringify(event.details) }))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
