import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Look } from './look.ts'

/** Where a server is in its life: at work; on its way out, while others hear of it; finishing what it has. */
type Phase = 'serving' | 'leaving' | 'closing'

/** This server among those that serve the site. */
export interface Node {
  /** New at each start. */
  id: string
  /** For people. */
  name: string
  phase: Phase
  /** When the database last told it something, by `performance.now()`. */
  heardAt: number
  /** What it saw when it last looked around, and when that was. */
  latest: { at: number; look: Promise<Look> } | null
}

/** A server that has just begun. */
export function createNode(): Node {
  return {
    id: randomUUID(),
    name: `${hostname()}:${process.pid}`,
    phase: 'serving',
    heardAt: performance.now(),
    latest: null,
  }
}
