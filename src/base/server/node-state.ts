import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** A live server, by its latest heartbeat. */
export interface LivingNode {
  id: string
  name: string
  version: string
  /** Its key ids, newest first. */
  keyIds: string[]
  /** The key it encrypts with. */
  currentKeyId: string
}

/** Cluster status from the database. */
export interface DatabaseStatus {
  /** The database's time. */
  time: Date
  /** Times of question and answer, by `performance.now()`. */
  askedAt: number
  answeredAt: number
  /** Keys that some data needs. */
  keysInUse: string[]
  /** Commits that wait unusually long for their standby. */
  waitingCommits: number
  /** The newest contraction of the schema, by creation time; null for none. */
  contractedAt: number | null
  /** Revision of the firm's settings; null before the first. */
  firmRevision: string | null
  living: LivingNode[]
}

/** Result of a probe. */
export interface ProbeResult {
  /** Null if the database did not answer in time. */
  status: DatabaseStatus | null
  /** Whether the local disk is writable. */
  diskWorks: boolean
}

/**
 * Life cycle of a server: serving; handing its port to another worker, invisible outside; announcing its stop;
 * finishing requests in flight.
 */
type Phase = 'serving' | 'handing-over' | 'leaving' | 'closing'

/** The workers that share this one's port (`workers/`). */
export interface Siblings {
  /** This worker's number, from 1. The first runs the machine's jobs. */
  index: number
  /** Why any of them should get no requests: callers cannot choose the worker. */
  notReady: readonly string[]
  /** Shares why this one should get no requests. */
  reportReadiness: (reasons: string[]) => void
  /** Metrics of all workers in Prometheus's format; null if one did not answer. */
  metrics: () => Promise<string | null>
}

/** This server in the cluster. */
export interface Node {
  /** New at each start. */
  id: string
  /** For operators. */
  name: string
  phase: Phase
  /** Last answer of the database, by `performance.now()`. */
  heardAt: number
  /** The latest probe, and its time. */
  latest: { at: number; look: Promise<ProbeResult> } | null
  /** The address that sent X-Forwarded-For without being named by TRUST_PROXY; null for none. */
  untrustedProxy: string | null
  /** Null without workers. */
  siblings: Siblings | null
}

/** The initial state of a server. */
export function createNode(siblings: Siblings | null = null): Node {
  return {
    id: randomUUID(),
    name: `${hostname()}:${process.pid}`,
    phase: 'serving',
    heardAt: performance.now(),
    latest: null,
    untrustedProxy: null,
    siblings,
  }
}
