import type { DatabaseConnection } from '#server/platform/db/database.ts'

/** What the database said of the time, and when it was asked and answered, by `performance.now()`. */
export interface Reading {
  time: Date
  askedAt: number
  answeredAt: number
}

/** The database's clock, carried on between two readings by a clock that nobody sets. */
export interface DatabaseClock {
  now: () => Date
  /** Goes by a newer reading, where that contradicts what it says. */
  correct: (reading: Reading) => void
}

/** A difference below this is what a busy machine makes of a good clock: following it would make time jump to and fro. */
const TOLERANCE_MS = 50

/**
 * A clock that goes by the database's, whatever the machine's says (docs/decisions/0044): all servers decide by the same
 * time, and one whose clock is wrong, or is being set right, ends nobody's session.
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

/** Opens a clock that goes by a database's. */
export async function openDatabaseClock({ pool }: Pick<DatabaseConnection, 'pool'>): Promise<DatabaseClock> {
  const askedAt = performance.now()
  const { rows } = await pool.query<{ time: Date }>('select clock_timestamp() as time')
  const [row] = rows
  if (row === undefined) throw new Error('The database did not return its time.')
  return createDatabaseClock({ time: row.time, askedAt, answeredAt: performance.now() })
}

/** How far the database's time is ahead of `performance.now()`: it was read halfway between question and answer. */
function aheadIn({ time, askedAt, answeredAt }: Reading): number {
  return time.getTime() - (askedAt + answeredAt) / 2
}
