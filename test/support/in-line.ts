import { setTimeout as wait } from 'node:timers/promises'
import type { HttpAnswer } from './http.ts'
import { inOwnTransaction } from './own-transaction.ts'
import type { TestServer } from './server.ts'

const POLL_MS = 5

/**
 * Sends requests that want a user's row, one after the other, while another user holds it: each has been let in and has
 * checked what it checks before the first of them continues. Then they continue in the order in which they were sent.
 */
export async function inLineForUser(
  { context: { database } }: TestServer,
  userId: string,
  requests: readonly (() => Promise<HttpAnswer>)[],
): Promise<HttpAnswer[]> {
  const waiting = async () => {
    // Not by the holder: within a transaction the view stays as it was first read.
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
