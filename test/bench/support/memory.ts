import type { Row } from '../measurement.ts'
import { atMost } from './rows.ts'
import type { BenchServer } from './server.ts'

const MEGABYTE = 1e6
const IN_USE_MB = 100
/** On a machine with 24 GB: V8 lets its heap grow with the machine, and keeps the pages that it freed. */
const RESIDENT_MB = 550

/** Memory of the server process after a load. */
export async function memoryAfter(load: string, server: BenchServer): Promise<Row[]> {
  const resident = (await server.ask('memory')) / MEGABYTE
  const inUse = (await server.ask('memory in use')) / MEGABYTE
  return [
    atMost(`memory after ${load}`, resident, RESIDENT_MB, 'MB'),
    atMost('of it in use, after a collection', inUse, IN_USE_MB, 'MB'),
  ]
}
