import type { Row } from '../measurement.ts'
import { atMost } from './rows.ts'
import type { BenchServer } from './server.ts'

const MEGABYTE = 1e6
const PROMISED_MB = 150

/** What the server's process holds of the machine's memory after a load. */
export async function memoryAfter(load: string, server: BenchServer): Promise<Row> {
  return atMost(`memory after ${load}`, (await server.ask('memory')) / MEGABYTE, PROMISED_MB, 'MB')
}
