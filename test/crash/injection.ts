import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { documents } from '#features/access/schema/tables.ts'
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

/** More calls than any operation makes; an operation above it is in a loop. */
const MAX_CALLS = 60
const LIMIT_MS = isLongRun ? 900_000 : 600_000

const SORTS = [
  { effect: 'without effect', extent: 'crash' },
  { effect: 'with effect', extent: 'hiccup' },
  { effect: 'with effect', extent: 'crash' },
  { effect: 'without effect', extent: 'hiccup' },
] as const satisfies Omit<FaultPlan, 'at'>[]

/** The two extremes come first: nothing works afterwards, or everything works except for one response. */
const sorts = isLongRun ? SORTS : SORTS.slice(0, 2)

const seal = await createdSeal()

/** A new user from a unique address, so that no rate limit applies. */
function visitorsOf(server: FaultyServer): () => HttpSession {
  let visitors = 0
  return () => {
    visitors += 1
    return server.visit(`10.0.${visitors >> 8}.${visitors & 255}`)
  }
}

/** Counts calls without a fault. */
const NO_FAULT: FaultPlan = { at: Number.POSITIVE_INFINITY, effect: 'without effect', extent: 'hiccup' }

/** The result of one trial. */
interface Outcome {
  hasHit: boolean
  /** Calls to database and store, including those after a fault. */
  calls: number
  status: number
  changes: string[]
  /** The outcome after one repetition, for operations that must happen once. */
  inTheEnd: string[] | null
}

/** The environment of trials. */
interface Trial {
  server: FaultyServer
  visit: () => HttpSession
  /** Reads all data and checks the invariants. */
  look: () => Promise<State>
}

/** Tries an operation, with a planned fault if given, and checks the invariants. */
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
  // Of parallel reads, one may fail and be reported before the others have ended.
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

/** After a week every remaining object belongs to a document, and every document has its intact object. */
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
 * Tests each operation with a fault at each of its calls. Kinds of operations are tested in separate files, to use both
 * cores: one process inspects one file of a client at a time.
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

/** One fault of a kind for each call number. */
function atEach(calls: number, sort: Omit<FaultPlan, 'at'>): FaultPlan[] {
  return Array.from({ length: calls }, (_, index) => ({ ...sort, at: index + 1 }))
}

/** @returns the number of calls hit: fewer than planned if a trial makes fewer calls */
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
