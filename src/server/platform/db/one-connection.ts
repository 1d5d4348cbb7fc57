import type pg from 'pg'
import { DomainError } from '#server/platform/domain-error.ts'

/**
 * Lets work have a connection, and takes it back however the work ends. After a fault nobody knows what state the
 * connection is in (it may hold an open transaction), so it is closed instead of being used again.
 */
export async function onOneConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isSound = false
  try {
    const result = await work(client)
    isSound = true
    return result
  } catch (error) {
    isSound = error instanceof DomainError
    throw error
  } finally {
    client.release(!isSound)
  }
}
