import { setImmediate as turn } from 'node:timers/promises'

/** Other requests wait at most about this long for a turn. */
const BUSY_MS = 20

/** Passes rows on, and gives other requests a turn in between. A stream that is written from memory leaves them none. */
export async function* withTurns<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let begun = performance.now()
  for await (const row of rows) {
    yield row
    if (performance.now() - begun < BUSY_MS) continue
    await turn()
    begun = performance.now()
  }
}
