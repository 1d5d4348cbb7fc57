import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#base/server/context.ts'
import type { ProbeResult, DatabaseStatus } from '#base/server/node-state.ts'
import { LIVING_NODES } from './nodes.ts'

type StatusRow = Pick<
  DatabaseStatus,
  'time' | 'keysInUse' | 'waitingCommits' | 'contractedAt' | 'firmRevision' | 'living'
>

type ProbeContext = Pick<Context, 'database' | 'node' | 'store' | 'log'>

/** How long a probe result is cached. */
const FRESH_MS = 1000
/** Timeout of a probe. */
const TIMEOUT_MS = 1000

/** A commit waits for its standby (wait event SyncRep) after everything else is done. */
const STATUS_QUERY = {
  name: 'look_around',
  text: `select clock_timestamp() as time,
    array(select id from encryption_keys where in_use order by created_at) as "keysInUse",
    (select count(*)::int from pg_stat_activity
      where usename = current_user and wait_event = 'SyncRep'
        and state_change < clock_timestamp() - interval '5 seconds') as "waitingCommits",
    (select max(made_at)::float from contractions) as "contractedAt",
    (select revision::text from firm_state) as "firmRevision",
    ${LIVING_NODES} as living`,
}

/** How far the machine's clock is ahead of the database's. */
export function machineAheadMs({ time, answeredAt }: DatabaseStatus): number {
  return Date.now() - (performance.now() - answeredAt) - time.getTime()
}

/** Probes the database over a separate connection, and the disk. Results are cached for a second. */
export function probe(context: ProbeContext): Promise<ProbeResult> {
  const { node } = context
  if (node.latest !== null && performance.now() - node.latest.at < FRESH_MS) return node.latest.look
  return probeAgain(context)
}

/** Probes without the cache: the heartbeat must see changes after a second, also where another caller has probed meanwhile. */
export function probeAgain(context: ProbeContext): Promise<ProbeResult> {
  const { node } = context
  const look = probeNow(context)
  node.latest = { at: performance.now(), look }
  return look
}

async function probeNow(context: ProbeContext): Promise<ProbeResult> {
  const [status, diskWorks] = await Promise.all([
    inTime(askDatabase(context), null),
    inTime(tryDisk(context), false),
  ])
  return { status, diskWorks }
}

async function askDatabase({ database, node, log }: ProbeContext): Promise<DatabaseStatus | null> {
  const askedAt = performance.now()
  try {
    const { rows } = await database.unsynced.query<StatusRow>(STATUS_QUERY)
    const answeredAt = performance.now()
    node.heardAt = answeredAt
    const [answer] = rows
    return answer === undefined ? null : { ...answer, askedAt, answeredAt }
  } catch (error) {
    log.warn({ err: error }, 'the database is not responding')
    return null
  }
}

/** A bucket is shared by all servers; a disk belongs to one. */
async function tryDisk({ store, log }: ProbeContext): Promise<boolean> {
  if (store.kind !== 'disk') return true
  try {
    await store.check()
    return true
  } catch (error) {
    log.warn({ err: error }, 'the disk of DATA_DIR is not writable')
    return false
  }
}

async function inTime<Result>(work: Promise<Result>, late: Result): Promise<Result> {
  const over = new AbortController()
  const expired = wait(TIMEOUT_MS, late, { signal: over.signal }).catch(() => late)
  try {
    return await Promise.race([work, expired])
  } finally {
    over.abort()
  }
}
