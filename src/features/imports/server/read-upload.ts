import { recordFailure } from '#features/audit/server/record.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import { sha256Of } from '#features/documents/server/attach.ts'
import { runTableReader } from '#base/server/tables/run-table-reader.ts'
import { limits, UnreadableTableError, type ReadingOptions, type Table } from '#base/server/tables/table.ts'

/** A table and the file it was read from. */
export interface ReadUpload {
  table: Table
  sha256: string
  bytes: number
}

/**
 * Reads an uploaded file with clients in another process, after the virus scan.
 *
 * @throws DomainError invalid (400, `file-unreadable` or `too-many-rows`), wrong-type, conflict where no file has
 * arrived, unavailable where scanner or machine are too busy
 */
export async function readUpload(
  act: CommandContext,
  uploadKey: string,
  options: ReadingOptions,
): Promise<ReadUpload> {
  const object = await act.context.store.get(uploadKey)
  if (object === null) {
    throw new DomainError('conflict', 'We no longer have this file. Please upload it again.', {
      code: 'file-unreadable',
    })
  }
  const file = await readWhole(object)
  await requireClean(act, file)
  return {
    table: await orProblem(() => runTableReader(file, options)),
    sha256: sha256Of(file),
    bytes: file.length,
  }
}

/** A file that cannot be scanned now is not read, unlike a document, which would wait. */
async function requireClean(act: CommandContext, file: Buffer): Promise<void> {
  const { scanner } = act.context
  if (scanner === null) return
  const verdict = await scanner.scanNow(file)
  if (verdict.is === 'clean') return
  if (verdict.is === 'unknown') {
    throw new DomainError(
      'unavailable',
      'The virus scanner does not answer. Please try again in a few minutes.',
      {
        retryAfterSeconds: 60,
      },
    )
  }
  const { virus } = verdict
  await recordFailure(autocommit(act), 'import.infected', act.actor.userId, { sha256: sha256Of(file), virus })
  throw new DomainError(
    'invalid',
    'We found a virus in this file, so it was not read. Please have your computer checked.',
  )
}

async function orProblem(read: () => Promise<Table>): Promise<Table> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UnreadableTableError)) throw error
    const { code, message } = error
    if (code === 'wrong-type') throw new DomainError('wrong-type', message)
    throw new DomainError('invalid', message, { code, errors: [{ path: 'documentURL', message }] })
  }
}

/** @throws DomainError invalid (400, `too-many-rows`), also where there is none */
export function requireRows({ rows }: Table, headerRow: number): void {
  const count = rows.filter(({ number }) => number > headerRow).length
  if (count === 0) {
    throw new DomainError(
      'invalid',
      'There are no rows below the header. Please check the sheet and the row of the header.',
      { code: 'file-unreadable' },
    )
  }
  if (count <= limits.rows) return
  const limit = limits.rows.toLocaleString('en-ZA')
  throw new DomainError('invalid', `The file has more than ${limit} rows. Please split the file.`, {
    code: 'too-many-rows',
  })
}
