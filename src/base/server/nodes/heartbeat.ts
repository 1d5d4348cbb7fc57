import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#base/server/context.ts'
import type { DatabaseConnection } from '#base/server/db/database.ts'
import { beginToUse } from '#base/server/encryption/open-keyring.ts'
import type { SelectableKeyring } from '#base/server/encryption/selectable-keyring.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { DatabaseStatus } from '#base/server/node-state.ts'
import { followFirm } from '#features/brand/server/load-firm.ts'
import { machineAheadMs, probeAgain } from './probe.ts'
import { HEARTBEAT_MS, recordDeparture, recordHeartbeat } from './nodes.ts'
import { reasonsNotReady } from './readiness.ts'

/** Dependencies of the heartbeat. */
interface HeartbeatOptions {
  context: Context
  keyring: SelectableKeyring
  clock: DatabaseClock
  /** All pools that write to the database. */
  databases: readonly DatabaseConnection[]
}

const PROBE_EVERY_MS = 1000

/**
 * Joins the cluster: every second probes the database, follows its clock, sends heartbeats with the server's keys,
 * switches to the newest key that all servers have, and enters read-only mode while commits wait for a lost standby.
 */
export async function startHeartbeat(charge: HeartbeatOptions): Promise<{ stop: () => Promise<void> }> {
  const { context } = charge
  const stopping = new AbortController()
  const look = createProbe(charge)
  const run = async () => {
    while (!stopping.signal.aborted) {
      await wait(PROBE_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      await look()
    }
  }
  await look()
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      await recordDeparture(context).catch(() => undefined)
    },
  }
}

function createProbe(charge: HeartbeatOptions): () => Promise<void> {
  const { context, databases, clock } = charge
  const noteReadiness = createReadinessLog(context)
  const beat = createBeat(charge)
  return async () => {
    try {
      const { status } = await probeAgain(context)
      if (status !== null) {
        clock.correct(status)
        for (const database of databases) applyStatus(database, status)
        await activateNewestKey(charge, status)
        await beat()
        await followFirm(context, status.firmRevision)
      }
      await noteReadiness()
    } catch (error) {
      context.log.warn({ err: error }, 'the heartbeat of this server failed')
    }
  }
}

function applyStatus({ changes, machineClock }: DatabaseConnection, status: DatabaseStatus): void {
  changes.isReadOnly = status.waitingCommits > 0
  machineClock.aheadMs = machineAheadMs(status)
}

/**
 * A key that another server lacks must not be used yet. A key that all servers have is recorded in the database first,
 * and used from the next heartbeat.
 */
async function activateNewestKey(
  { context, keyring, clock }: HeartbeatOptions,
  { living, keysInUse }: DatabaseStatus,
): Promise<void> {
  const shared = keyring.ids().find((id) => living.every(({ keyIds }) => keyIds.includes(id)))
  if (shared === undefined) return
  if (keysInUse.includes(shared)) keyring.encryptWith(shared)
  else await beginToUse(context.database.db, shared, clock.now())
}

/** Records a heartbeat every few seconds, and at once when the keys change. */
function createBeat({ context, keyring }: HeartbeatOptions): () => Promise<void> {
  let last = { at: -Infinity, keys: '' }
  return async () => {
    const keys = [keyring.current.id, ...keyring.ids()].join()
    if (performance.now() - last.at < HEARTBEAT_MS && last.keys === keys) return
    last = { at: performance.now(), keys }
    await recordHeartbeat(context, keyring)
  }
}

function createReadinessLog(context: Context): () => Promise<void> {
  let known = ''
  return async () => {
    const failed = await reasonsNotReady(context)
    if (failed.join() === known) return
    known = failed.join()
    // A worker that stops alone is replaced: its siblings stay ready.
    context.node.siblings?.reportReadiness(failed.filter((reason) => reason !== 'stopping'))
    if (failed.join() === 'stopping') context.log.info('this server is stopping')
    else if (failed.length > 0) context.log.error({ failed }, 'this server is not ready')
    else context.log.warn('this server is ready again')
  }
}
