import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/shared/context.ts'
import type { DatabaseConnection } from '#server/platform/db/database.ts'
import { beginToUse } from '#server/platform/encryption/open-keyring.ts'
import type { SettledKeyring } from '#server/platform/encryption/settled-keyring.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { Told } from '#server/platform/node-state.ts'
import { lookAround, machineAheadMs } from './probe.ts'
import { SAYS_SO_EVERY_MS, sayThatItIsGone, recordHeartbeat } from './nodes.ts'
import { reasonsNotReady } from './readiness.ts'

/** What a server looks after for as long as it runs. */
interface Charge {
  context: Context
  keyring: SettledKeyring
  clock: DatabaseClock
  /** Every way to the database that changes it. */
  databases: readonly DatabaseConnection[]
}

const LOOKS_EVERY_MS = 1000

/**
 * Lets a server take part among the others: looks around every second, goes by the database's clock, says that it lives
 * and with which keys, seals with the newest key that all of them have, and holds changes back while commits wait for a
 * standby that is gone.
 */
export async function attend(charge: Charge): Promise<{ stop: () => Promise<void> }> {
  const { context } = charge
  const stopping = new AbortController()
  const look = createLookout(charge)
  const run = async () => {
    while (!stopping.signal.aborted) {
      await wait(LOOKS_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      await look()
    }
  }
  await look()
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      await sayThatItIsGone(context).catch(() => undefined)
    },
  }
}

function createLookout(charge: Charge): () => Promise<void> {
  const { context, databases, clock } = charge
  const noteReadiness = createReadinessLog(context)
  const sayIt = createHerald(charge)
  return async () => {
    try {
      const { told } = await lookAround(context)
      if (told !== null) {
        clock.correct(told)
        for (const database of databases) tell(database, told)
        await settleKey(charge, told)
        await sayIt()
      }
      await noteReadiness()
    } catch (error) {
      context.log.warn({ err: error }, 'the heartbeat of this server failed')
    }
  }
}

function tell({ changes, machineClock }: DatabaseConnection, told: Told): void {
  changes.areHeld = told.commitsThatWait > 0
  machineClock.aheadMs = machineAheadMs(told)
}

/**
 * A key that another server does not have yet would seal what that one cannot read. What all have is noted in the
 * database first, and used from the next look on.
 */
async function settleKey({ context, keyring, clock }: Charge, { living, keysInUse }: Told): Promise<void> {
  const shared = keyring.ids().find((id) => living.every(({ keyIds }) => keyIds.includes(id)))
  if (shared === undefined) return
  if (keysInUse.includes(shared)) keyring.sealWith(shared)
  else await beginToUse(context.database.db, shared, clock.now())
}

/** Says every few seconds that the server lives, and at once when its keys have changed. */
function createHerald({ context, keyring }: Charge): () => Promise<void> {
  let said = { at: -Infinity, keys: '' }
  return async () => {
    const keys = [keyring.current.id, ...keyring.ids()].join()
    if (performance.now() - said.at < SAYS_SO_EVERY_MS && said.keys === keys) return
    said = { at: performance.now(), keys }
    await recordHeartbeat(context, keyring)
  }
}

function createReadinessLog(context: Context): () => Promise<void> {
  let known = ''
  return async () => {
    const failed = await reasonsNotReady(context)
    if (failed.join() === known) return
    known = failed.join()
    // Who of several servers of a machine is ended alone is replaced: that is no reason against the others.
    context.node.siblings?.reportReadiness(failed.filter((reason) => reason !== 'stopping'))
    if (failed.length > 0) context.log.error({ failed }, 'this server is not ready')
    else context.log.warn('this server is ready again')
  }
}
