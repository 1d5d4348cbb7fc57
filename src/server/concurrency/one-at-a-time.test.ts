import { expect, test } from 'vitest'
import { createOneAtATime } from './one-at-a-time.ts'

test('one after another for each owner, in order, whatever fails; owners do not wait for each other', async () => {
  const turns = createOneAtATime()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const held = turns.run('one', async () => {
    await gate.promise
    done.push('one, first')
    throw new Error('It failed.')
  })
  const next = turns.run('one', async () => done.push('one, second'))
  await turns.run('other', async () => done.push('other'))
  gate.resolve()
  await expect(held).rejects.toThrow('It failed.')
  await next
  expect(done).toEqual(['other', 'one, first', 'one, second'])
})
