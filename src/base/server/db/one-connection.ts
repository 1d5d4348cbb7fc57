import type pg from 'pg'
import { DomainError } from '#base/server/domain-error.ts'

/**
 * Runs work with a pool connection. After a fault the connection's state is unknown (it may have an open transaction),
 * so it is closed instead of reused.
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
