import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Statements, DatabaseConnection } from '#server/platform/db/database.ts'
import { createGates, type Gates } from './gates.ts'
import { limits, type LimitName } from './limits.ts'

/** A limit at work. */
export interface Limiter {
  /** In the database: every server counts in the same ones. */
  counters: RateLimiterPostgres
  gates: Gates
}

const limitersOfDatabases = new WeakMap<Statements, Map<LimitName, Limiter>>()

type CountingDatabase = Pick<DatabaseConnection, 'unsynced' | 'machineClock'>

/** No counter counts as far: such a number is a moment, in milliseconds. */
const FIRST_TIMESTAMP = 1e11

/**
 * Where the library keeps its counters. It works out by the machine's clock when they end; all servers count in the
 * same ones, so they are kept by the database's.
 */
function storeOf({ unsynced, machineClock }: CountingDatabase): Statements {
  return {
    async query<Row extends pg.QueryResultRow>({
      values = [],
      ...statement
    }: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
      const { aheadMs } = machineClock
      const translated = values.map((value: unknown) =>
        typeof value === 'number' && value > FIRST_TIMESTAMP ? Math.round(value - aheadMs) : value,
      )
      const result = await unsynced.query<Row>({ ...statement, values: translated })
      const rows = result.rows.map((row) => ({
        ...row,
        ...(hasExpiry(row) && { expire: Number(row.expire) + aheadMs }),
      }))
      return { ...result, rows }
    },
  }
}

function hasExpiry(row: object): row is { expire: string } {
  return 'expire' in row && row.expire !== null
}

function createLimiter(database: CountingDatabase, name: LimitName): Limiter {
  const { points, window } = limits[name]
  const counters = new RateLimiterPostgres({
    storeClient: storeOf(database),
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
export function limiterOf({ database }: { database: CountingDatabase }, name: LimitName): Limiter {
  const { unsynced } = database
  const ofDatabase = limitersOfDatabases.get(unsynced) ?? new Map<LimitName, Limiter>()
  limitersOfDatabases.set(unsynced, ofDatabase)
  const limiter = ofDatabase.get(name) ?? createLimiter(database, name)
  ofDatabase.set(name, limiter)
  return limiter
}
