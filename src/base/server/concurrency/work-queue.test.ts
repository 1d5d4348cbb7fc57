import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

const whenFull = () => new Error('full')

test('at most its width run at once, the others in order', async () => {
  const queue = createWorkQueue({ width: 2, maxWaiting: 10, whenFull })
  const order: number[] = []
  let running = 0
  let max = 0
  await Promise.all(
    Array.from({ length: 7 }, (_, index) =>
      queue.run(async () => {
        running += 1
        max = Math.max(max, running)
        order.push(index)
        await turn()
        running -= 1
      }),
    ),
  )
  expect(max).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('failing work rejects, and frees its slot', async () => {
  const queue = createWorkQueue({ width: 1, maxWaiting: 10, whenFull })
  const failing = queue.run(() => Promise.reject(new Error('no')))
  const next = queue.run(() => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await queue.run(() => Promise.resolve('and again'))).toBe('and again')
})

test('work is rejected at once if too much waits', async () => {
  const queue = createWorkQueue({ width: 1, maxWaiting: 1, whenFull })
  const { promise: hold, resolve: release } = Promise.withResolvers<string>()
  const running = queue.run(() => hold)
  const waiting = queue.run(() => Promise.resolve('second'))
  await expect(queue.run(() => Promise.resolve('third'))).rejects.toThrow('full')
  release('first')
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second'])
})
