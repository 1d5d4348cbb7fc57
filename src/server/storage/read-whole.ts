import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { limitBytes } from './limit-bytes.ts'

/**
 * Reads a stream into memory.
 *
 * @throws Refusal too-large at the first byte above the limit
 */
export async function readWhole(content: Readable, maxBytes: number): Promise<Buffer> {
  const limited = limitBytes({ maxBytes })
  const [bytes] = await Promise.all([buffer(limited), pipeline(content, limited)])
  return bytes
}
