import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** A server that serves the site, as it last said of itself. */
export interface LivingNode {
  id: string
  name: string
  version: string
  /** The names of the keys that it has, the newest first. */
  keyIds: string[]
  /** The one that it seals with. */
  currentKeyId: string
}

/** What the database tells a server of the site that it serves. */
export interface DatabaseStatus {
  /** The time by the database's clock. */
  time: Date
  /** When it was asked and when it answered, by `performance.now()`. */
  askedAt: number
  answeredAt: number
  /** The keys that some data is sealed with. */
  keysInUse: string[]
  /** Commits that have waited for their standby for longer than one takes. */
  waitingCommits: number
  /** The newest step of the schema that took something away, by when it was made; null where none ever did. */
  contractedAt: number | null
  living: LivingNode[]
}

/** What a server sees when it looks around. */
export interface ProbeResult {
  /** Null where the database did not answer in time. */
  status: DatabaseStatus | null
  /** Whether its own disk can be written to. */
  diskWorks: boolean
}

/**
 * Where a server is in its life: at work; done with, since another of this machine has its place, which nobody outside
 * needs to hear of; on its way out, while others hear of it; finishing what it has.
 */
type Phase = 'serving' | 'handing-over' | 'leaving' | 'closing'

/** The workers that share this one's port (`workers/`). */
export interface Siblings {
  /** This worker's number, from 1. The first runs the jobs of this machine. */
  index: number
  /** Why any of them should get no requests: a caller cannot choose which one answers. */
  notReady: readonly string[]
  /** Tells the others why this one should get no requests. */
  reportReadiness: (reasons: string[]) => void
  /** The metrics of all of them in Prometheus's format; null where one did not answer. */
  metrics: () => Promise<string | null>
}

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
  latest: { at: number; look: Promise<ProbeResult> } | null
  /** Null where it has its port for itself. */
  siblings: Siblings | null
}

/** A server that has just begun. */
export function createNode(siblings: Siblings | null = null): Node {
  return {
    id: randomUUID(),
    name: `${hostname()}:${process.pid}`,
    phase: 'serving',
    heardAt: performance.now(),
    latest: null,
    siblings,
  }
}
