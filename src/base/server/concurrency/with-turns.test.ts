import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withTurns } from './with-turns.ts'

/** Rows from memory, each of which takes two milliseconds: other work gets no turn between them. */
async function* busyRows(count: number): AsyncGenerator<number> {
  for (let row = 0; row < count; row += 1) {
    const end = performance.now() + 2
    while (performance.now() < end);
    yield row
  }
}

async function turnsDuring(rows: AsyncIterable<number>): Promise<{ turns: number; read: number[] }> {
  const read: number[] = []
  const state = { turns: 0, isOver: false }
  const others = (async () => {
    for (; !state.isOver; state.turns += 1) await turn()
  })()
  for await (const row of rows) read.push(row)
  const { turns } = state
  state.isOver = true
  await others
  return { turns, read }
}

test('other work gets turns while rows come from memory, and every row passes in order', async () => {
  const all = Array.from({ length: 60 }, (_, row) => row)
  expect((await turnsDuring(busyRows(60))).turns).toBeLessThanOrEqual(1)
  const { turns, read } = await turnsDuring(withTurns(busyRows(60)))
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(read).toEqual(all)
})
