import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { documents } from '#server/platform/db/schema.ts'
import type { FaultPlan } from '#test/support/faults/fault.ts'
import { startFaultyServer, type FaultyServer } from '#test/support/faults/server.ts'
import { heardLog } from '#test/support/heard-log.ts'
import type { HttpSession } from '#test/support/http.ts'
import { expectNoPersonalData } from '#test/support/personal-data.ts'
import { createdSeal, giveSeal } from '#test/support/signing.ts'
import { deleteOrphans } from '#test/support/uploads.ts'
import type { Operation } from './operation.ts'
import { isLongRun } from './scale.ts'
import { brokenPromises, changesBetween, stateOf, type State } from './state.ts'

/** No operation makes so many calls: one that does is caught in a loop. */
const MAX_CALLS = 60
const LIMIT_MS = isLongRun ? 900_000 : 300_000

const SORTS = [
  { effect: 'without effect', extent: 'crash' },
  { effect: 'with effect', extent: 'hiccup' },
  { effect: 'with effect', extent: 'crash' },
  { effect: 'without effect', extent: 'hiccup' },
] as const satisfies Omit<FaultPlan, 'at'>[]

/** The first two differ most: nothing works any more, and everything does but for one answer. */
const sorts = isLongRun ? SORTS : SORTS.slice(0, 2)

const seal = await createdSeal()

/** A user new from an address of their own, so that no limit on addresses is met. */
function visitorsOf(server: FaultyServer): () => HttpSession {
  let visitors = 0
  return () => {
    visitors += 1
    return server.visit(`10.0.${visitors >> 8}.${visitors & 255}`)
  }
}

/** Counts calls, and hits none. */
const NO_FAULT: FaultPlan = { at: Number.POSITIVE_INFINITY, effect: 'without effect', extent: 'hiccup' }

/** What one trial came to. */
interface Outcome {
  hasHit: boolean
  /** To database and store; those after a fault too. */
  calls: number
  status: number
  changes: string[]
  /** Once it was repeated, where that is to have happened once. */
  inTheEnd: string[] | null
}

/** Where an operation is tried. */
interface Trial {
  server: FaultyServer
  visit: () => HttpSession
  /** Reads everything, and sees that nothing that must never be is. */
  look: () => Promise<State>
}

/** Tries an operation, with a fault where one is planned, and sees that nothing that must never be is. */
async function tryOnce(
  { server, visit, look }: Trial,
  operation: Operation,
  plan = NO_FAULT,
): Promise<Outcome> {
  const { act, again, keyedCall } = await operation(server.unharmed, visit)
  const before = await look()
  server.injector.arm(plan)
  const { status } = await act()
  const [hasHit, calls] = [server.injector.disarm(), server.injector.calls()]
  const changes = changesBetween(before, await look())
  // Of reads that go side by side, one may fail, and be answered for, before the others have ended.
  await vi.waitFor(() => expect(connectionsInUse(server)).toBe(0), { interval: 5, timeout: 20_000 })
  expect(await again()).toBe(true)
  if (keyedCall === undefined) return { hasHit, calls, status, changes, inTheEnd: null }
  const inTheEnd = changesBetween(before, await look())
  expect(inTheEnd).toContain(`+ idempotency_keys ${keyedCall}`)
  return { hasHit, calls, status, changes, inTheEnd }
}

function looksAt({ unharmed }: FaultyServer): Trial['look'] {
  let state: State | undefined
  return async () => {
    state = await stateOf(unharmed, state)
    expect(brokenPromises(state)).toEqual([])
    return state
  }
}

function connectionsInUse({ context }: FaultyServer): number {
  const { pool } = context.database
  return pool.totalCount - pool.idleCount + pool.waitingCount
}

/** After a week every object that is left is one of a document, and every document's is there and unharmed. */
async function expectSoundStore({ server: { unharmed }, look }: Trial): Promise<void> {
  const { database, store } = unharmed.context
  await deleteOrphans(unharmed.context)
  const rows = await database.db.select().from(documents)
  const { objects } = await look()
  expect([...objects].toSorted()).toEqual(rows.map(({ objectKey }) => objectKey).toSorted())
  for (const { objectKey, sha256 } of rows) {
    const object = await store.get(objectKey)
    const bytes = object === null ? Buffer.alloc(0) : await buffer(object.stream)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
}

/**
 * Tests each operation with a fault at any of its calls. The sorts of operations are tested in files of their own, which
 * use both cores: one process looks at one file of a client at a time.
 */
export function injectFaults(operations: Readonly<Record<string, Operation>>): void {
  describe.concurrent.each(Object.entries(operations))('%s', (_, operation) => {
    test(
      'a fault at any call to database or store leaves all of it or nothing, it can be done again, and no personal value is logged',
      async () => {
        const { log, heard } = heardLog()
        const server = await startFaultyServer({ log })
        for (const { context } of [server, server.unharmed]) giveSeal(context, seal)
        const target = { server, visit: visitorsOf(server), look: looksAt(server) }
        try {
          const { calls, changes: whole, status, inTheEnd } = await tryOnce(target, operation)
          expect(calls).toBeLessThanOrEqual(MAX_CALLS)
          expect(status).toBeLessThan(300)
          expect(whole).not.toEqual([])
          if (inTheEnd !== null) expect(inTheEnd).toEqual(whole)
          for (const sort of sorts) {
            const reached = await faultAt(atEach(calls, sort), whole, (plan) =>
              tryOnce(target, operation, plan),
            )
            expect(reached).toBeGreaterThan(1)
          }
          await expectSoundStore(target)
          expect(heard()).toContain('Failed query')
          await expectNoPersonalData(server.unharmed.context.database.pool, heard())
        } finally {
          await server.close()
        }
      },
      LIMIT_MS,
    )
  })
}

/** A fault of a sort at each of so many calls. */
function atEach(calls: number, sort: Omit<FaultPlan, 'at'>): FaultPlan[] {
  return Array.from({ length: calls }, (_, index) => ({ ...sort, at: index + 1 }))
}

/** @returns at how many calls the fault hit: fewer than are planned where a trial comes without one of them */
async function faultAt(
  plans: readonly FaultPlan[],
  whole: string[],
  attempt: (plan: FaultPlan) => Promise<Outcome>,
): Promise<number> {
  for (const plan of plans) {
    const { hasHit, status, changes, inTheEnd } = await attempt(plan)
    const where = `call ${plan.at}, ${plan.effect}, ${plan.extent}`
    const isAcknowledged = status < 300
    expect({ where, changes }).toEqual({ where, changes: isAcknowledged || changes.length > 0 ? whole : [] })
    if (inTheEnd !== null) expect({ where, inTheEnd }).toEqual({ where, inTheEnd: whole })
    if (!isAcknowledged) expect([500, 503]).toContain(status)
    if (!hasHit) return plan.at - 1
  }
  return plans.length
}
