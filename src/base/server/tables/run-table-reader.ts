import { once } from 'node:events'
import {
  createProcessPool,
  ProcessOverrunError,
  type ProcessLimits,
} from '#features/documents/server/inspection/process-pool.ts'
import { productFile } from '#base/server/product-file.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { UnreadableTableError, type ReadingOptions, type Table } from './table.ts'
import type { TableAnswer } from './table-reader.ts'

const LIMITS: ProcessLimits = { cpuMs: 8_000, wallMs: 60_000 }

const pool = createProcessPool({
  program: productFile('src/base/server/tables/table-reader.ts'),
  width: 1,
  maxWaiting: 20,
  whenFull: () =>
    new DomainError('unavailable', 'We’re reading a lot of files right now. Please try again in a moment.', {
      retryAfterSeconds: 10,
    }),
  limits: LIMITS,
  tasksPerProcess: 20,
})

/**
 * Reads an uploaded workbook or CSV file in another process with limits on time and memory.
 *
 * @throws UnreadableTableError with what to do; DomainError unavailable where the machine is too busy
 */
export async function runTableReader(file: Buffer, options: ReadingOptions, limits = LIMITS): Promise<Table> {
  try {
    const answer = await pool.run(async ({ child }, over) => {
      child.send({ ...options, length: file.length })
      child.stdin?.write(file)
      const [received] = (await once(child, 'message', { signal: over })) as [TableAnswer]
      return received
    }, limits)
    if ('table' in answer) return JSON.parse(answer.table) as Table
    throw new UnreadableTableError(answer.unreadable.message, answer.unreadable.code)
  } catch (error) {
    if (!(error instanceof ProcessOverrunError)) throw error
    if (error.overrun === 'cpu' || error.overrun === 'memory') {
      throw new UnreadableTableError(
        'This file takes too much time or memory to read. Please split the file.',
      )
    }
    throw new DomainError(
      'unavailable',
      'Our system is very busy, so the file was not read. Please try again in a moment.',
      {
        retryAfterSeconds: 10,
      },
    )
  }
}
