import type { Readable } from 'node:stream'
import { record } from '#features/audit/server/record.ts'
import { writeCsvRows } from '#base/server/lists/csv.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { listEvents, type AuditFilter, type LogReader } from './list-events.ts'
import { presentExportedEntry } from './present.ts'

const ROWS_AT_ONCE = 1000

const titles = [
  'Number',
  'Timestamp',
  'User',
  'User id',
  'Action',
  'Resource',
  'IP Address',
  'Status',
  'Details',
  'Resource Name',
]

/** Streams the log as CSV, read only as fast as it is consumed. The export is recorded first. */
export async function exportEvents(act: CommandContext, filter: AuditFilter): Promise<Readable> {
  await record(autocommit(act), 'audit-log.exported', null, { filters: Object.keys(filter).toSorted() })
  return writeCsvRows(titles, rowsOf(act, filter))
}

async function* rowsOf(reader: LogReader, filter: AuditFilter) {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await listEvents(reader, presentExportedEntry, {
      ...filter,
      limit: ROWS_AT_ONCE,
      cursor,
    })
    for (const event of rows) {
      const { id, timestamp, userName, userId, action, resource, resourceName } = event
      const { ipAddress, status, details } = event
      const object = [resource, ipAddress, status, JSON.stringify(details), resourceName]
      yield [id, timestamp, userName, userId, action, ...object]
    }
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
