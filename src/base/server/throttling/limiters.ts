import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Statements, DatabaseConnection } from '#base/server/db/database.ts'
import { createGates, type Gates } from './gates.ts'
import { limits, type LimitName } from './limits.ts'

/** A limit with its counters. */
export interface Limiter {
  /** In the database, shared by all servers. */
  counters: RateLimiterPostgres
  gates: Gates
}

const limitersOfDatabases = new WeakMap<Statements, Map<LimitName, Limiter>>()

type CountingDatabase = Pick<DatabaseConnection, 'unsynced' | 'machineClock'>

/** Larger numbers are timestamps in milliseconds, not counts. */
const FIRST_TIMESTAMP = 1e11

/**
 * Storage of the library's counters. The library computes expiry by the machine's clock, so it is converted to the
 * database's clock that all servers share.
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

/** The limiter of a database for a limit, created once. */
export function limiterOf({ database }: { database: CountingDatabase }, name: LimitName): Limiter {
  const { unsynced } = database
  const ofDatabase = limitersOfDatabases.get(unsynced) ?? new Map<LimitName, Limiter>()
  limitersOfDatabases.set(unsynced, ofDatabase)
  const limiter = ofDatabase.get(name) ?? createLimiter(database, name)
  ofDatabase.set(name, limiter)
  return limiter
}
