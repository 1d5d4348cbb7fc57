import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairShare } from './fair-share.ts'

test('a user has a limited number of concurrent requests, and no one else waits for them', async () => {
  const share = createFairShare(2)
  let running = 0
  let max = 0
  const finished = Promise.withResolvers<void>()
  const work = async () => {
    running += 1
    max = Math.max(max, running)
    await finished.promise
    running -= 1
  }
  const many = Array.from({ length: 20 }, () => share.run('one', work))
  expect(await share.run('other', () => Promise.resolve('at once'))).toBe('at once')
  await turn()
  finished.resolve()
  await Promise.all(many)
  expect(max).toBe(2)
})

test('a user with too many queued requests is rejected, and accepted later', async () => {
  const share = createFairShare(1, 1)
  const finished = Promise.withResolvers<string>()
  const first = share.run('one', () => finished.promise)
  const second = share.run('one', () => Promise.resolve('second'))
  const third = share.run('one', () => Promise.resolve('third'))
  await expect(third).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 1 })
  finished.resolve('first')
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await share.run('one', () => Promise.resolve('again'))).toBe('again')
})
