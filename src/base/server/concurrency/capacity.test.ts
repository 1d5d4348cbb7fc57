import { expect, test } from 'vitest'
import { createCapacity } from './capacity.ts'

test('a request above the capacity is rejected before any work; a freed slot is used again', async () => {
  const capacity = createCapacity(2)
  const running = Promise.withResolvers<string>()
  const two = [capacity.run(() => running.promise), capacity.run(() => running.promise)]
  let begun = false
  const third = capacity.run(async () => {
    begun = true
  })
  await expect(third).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 })
  expect(begun).toBe(false)
  running.resolve('done')
  expect(await Promise.all(two)).toEqual(['done', 'done'])
  await expect(capacity.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await Promise.all([1, 2].map((n) => capacity.run(async () => n)))).toEqual([1, 2])
})
