import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Context } from '#server/context.ts'
import type { Counting } from '#server/db/database.ts'
import { createGates, type Gates } from './gates.ts'
import { limits, type LimitName } from './limits.ts'

/** A limit at work. */
export interface Limiter {
  /** In the database: every server counts in the same ones. */
  counters: RateLimiterPostgres
  gates: Gates
}

const limitersOfDatabases = new WeakMap<Counting, Map<LimitName, Limiter>>()

function createLimiter(counting: Counting, name: LimitName): Limiter {
  const { points, window } = limits[name]
  const counters = new RateLimiterPostgres({
    storeClient: counting,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: window,
  })
  return { counters, gates: createGates() }
}

/** The limiter of a database for a limit: always the same one. */
export function limiterOf({ database: { counting } }: Pick<Context, 'database'>, name: LimitName): Limiter {
  const ofDatabase = limitersOfDatabases.get(counting) ?? new Map<LimitName, Limiter>()
  limitersOfDatabases.set(counting, ofDatabase)
  const limiter = ofDatabase.get(name) ?? createLimiter(counting, name)
  ofDatabase.set(name, limiter)
  return limiter
}
