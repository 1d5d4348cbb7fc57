import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Context } from '#server/context.ts'
import { createGates, type Gates } from './gates.ts'
import { limits, type LimitName } from './limits.ts'

/** A limit at work. */
export interface Limiter {
  /** In the database: every server counts in the same ones. */
  counters: RateLimiterPostgres
  gates: Gates
}

const limitersOfPools = new WeakMap<pg.Pool, Map<LimitName, Limiter>>()

function createLimiter(pool: pg.Pool, name: LimitName): Limiter {
  const { points, window } = limits[name]
  const counters = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
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
  const ofPool = limitersOfPools.get(counting) ?? new Map<LimitName, Limiter>()
  limitersOfPools.set(counting, ofPool)
  const limiter = ofPool.get(name) ?? createLimiter(counting, name)
  ofPool.set(name, limiter)
  return limiter
}
