import type { DatabaseConnection } from '#base/server/db/database.ts'

/** The database's time, with the times of question and answer by `performance.now()`. */
export interface Reading {
  time: Date
  askedAt: number
  answeredAt: number
}

/** The database's clock, extrapolated between readings with a monotonic clock. */
export interface DatabaseClock {
  now: () => Date
  /** Adjusts to a newer reading that contradicts the current time. */
  correct: (reading: Reading) => void
}

/** Smaller differences are jitter of a busy machine: following them would make time jump. */
const TOLERANCE_MS = 50

/**
 * A clock that follows the database's, regardless of the machine's (docs/decisions/0044): all servers share one time,
 * so a wrong machine clock ends no session.
 */
export function createDatabaseClock(first: Reading): DatabaseClock {
  let ahead = aheadIn(first)
  return {
    now: () => new Date(performance.now() + ahead),
    correct(reading) {
      const difference = aheadIn(reading) - ahead
      const uncertainty = (reading.answeredAt - reading.askedAt) / 2
      if (Math.abs(difference) > TOLERANCE_MS + uncertainty) ahead += difference
    },
  }
}

/** Opens a clock that follows a database's. */
export async function openDatabaseClock({ pool }: Pick<DatabaseConnection, 'pool'>): Promise<DatabaseClock> {
  const askedAt = performance.now()
  const { rows } = await pool.query<{ time: Date }>('select clock_timestamp() as time')
  const [row] = rows
  if (row === undefined) throw new Error('The database did not return its time.')
  return createDatabaseClock({ time: row.time, askedAt, answeredAt: performance.now() })
}

/** How far the database's time is ahead of `performance.now()`, assuming it was read halfway. */
function aheadIn({ time, askedAt, answeredAt }: Reading): number {
  return time.getTime() - (askedAt + answeredAt) / 2
}
