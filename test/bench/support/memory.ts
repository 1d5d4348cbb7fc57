import type { Row } from '../measurement.ts'
import { atMost } from './rows.ts'
import type { BenchServer } from './server.ts'

const MEGABYTE = 1e6
const PROMISED_MB = 350

/** Memory of the server process after a load. */
export async function memoryAfter(load: string, server: BenchServer): Promise<Row> {
  return atMost(`memory after ${load}`, (await server.ask('memory')) / MEGABYTE, PROMISED_MB, 'MB')
}
