import { expect, test } from 'vitest'
import { createOwnerQueues } from './owner-queues.ts'

const bounds = { width: 1, maxWaiting: 1, whenFull: () => new Error('full') }

test('tasks of one owner run in order, even after failures; owners do not wait for one another', async () => {
  const queues = createOwnerQueues(bounds)
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const running = queues.run('one', async () => {
    await gate.promise
    done.push('one, first')
    throw new Error('It failed.')
  })
  const next = queues.run('one', async () => done.push('one, second'))
  await queues.run('other', async () => done.push('other'))
  gate.resolve()
  await expect(running).rejects.toThrow('It failed.')
  await next
  expect(done).toEqual(['other', 'one, first', 'one, second'])
})

test('an owner with too many tasks is rejected, and no one else is', async () => {
  const queues = createOwnerQueues(bounds)
  const { promise: hold, resolve: release } = Promise.withResolvers<string>()
  const first = queues.run('one', () => hold)
  const second = queues.run('one', () => Promise.resolve('second'))
  await expect(queues.run('one', () => Promise.resolve('third'))).rejects.toThrow('full')
  expect(await queues.run('other', () => Promise.resolve('other'))).toBe('other')
  release('first')
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
})
