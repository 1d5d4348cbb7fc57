import { setTimeout as wait } from 'node:timers/promises'
import type { HttpAnswer } from './http.ts'
import { inOwnTransaction } from './own-transaction.ts'
import type { TestServer } from './server.ts'

const POLL_MS = 5

/**
 * Sends requests that lock a user's row while the row is locked: each has passed its checks before the first continues.
 * Then they continue in the order of sending.
 */
export async function inLineForUser(
  { context: { database } }: TestServer,
  userId: string,
  requests: readonly (() => Promise<HttpAnswer>)[],
): Promise<HttpAnswer[]> {
  const waiting = async () => {
    // On another connection: within the holder's transaction the statistics view does not change.
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows[0]?.count ?? 0
  }
  return inOwnTransaction(database.pool, async (holder) => {
    await holder.query('select 1 from users where id = $1 for no key update', [userId])
    const answers: Promise<HttpAnswer>[] = []
    let answered = 0
    for (const send of requests) {
      const answer = send()
      answers.push(answer)
      const noteAnswer = () => {
        answered += 1
      }
      answer.then(noteAnswer, noteAnswer)
      while (answered + (await waiting()) < answers.length) await wait(POLL_MS)
    }
    await holder.query('commit')
    return Promise.all(answers)
  })
}
