import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#base/server/db/database.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { openShakyWay } from '#test/support/shaky-way.ts'
import { limiterOf } from './limiters.ts'
import { takeSlot } from './rate-limit-slots.ts'
import { attemptWithin } from './throttle.ts'

const QUARTER_HOUR_MS = 15 * 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
})

let last = 0
const someKey = () => `key ${(last += 1)}`
const attempt = (key: string, work: () => Promise<unknown>) =>
  attemptWithin(server.context, ['account', key, 'Too often.'], work)
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )

const wrong = () => Promise.reject(new DomainError('signed-out', 'wrong'))
const fault = () => Promise.reject(new Error('a fault of ours'))
const diskFull = () => Promise.reject(Object.assign(new Error('No space left on device'), { code: '53100' }))
const noTime = () => Promise.reject(new DomainError('unavailable', 'no time'))

test.each([
  ['a refusal', wrong, 'Too often. Please try again in 15 minutes.'],
  [
    'a fault of ours, which must not become a way around the limit',
    fault,
    'Too often. Please try again in 15 minutes.',
  ],
  ['having no time for it', noTime, 'no time'],
  ['a database whose disk is full', diskFull, 'No space left on device'],
])('after five attempts that end with %s', async (_what, work, sixth) => {
  const key = someKey()
  for (let count = 0; count < 5; count += 1) await outcomeOf(attempt(key, work))
  expect(await outcomeOf(attempt(key, work))).toBe(sixth)
})

test('queued attempts get the waiting time at the end', async () => {
  const key = someKey()
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  for (let count = 0; count < 5; count += 1) await outcomeOf(attempt(key, wrong))
  vi.setSystemTime(start + QUARTER_HOUR_MS - 1000)
  expect(await outcomeOf(attempt(key, wrong))).toBe('Too often. Please try again in 1 second.')
})

test('two servers count together, however many attempts run at once', async () => {
  const key = someKey()
  const second = openDatabase(server.context.settings.databaseUrl ?? '', () => undefined)
  const contexts = [server.context, { ...server.context, database: second }]
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      outcomeOf(attemptWithin(contexts[index % 2] ?? server.context, ['account', key, 'Too often.'], wrong)),
    ),
  )
  await second.close()
  const checked = outcomes.filter((outcome) => outcome === 'wrong').length
  expect(checked).toBeGreaterThan(0)
  expect(checked).toBeLessThanOrEqual(5)
})

test('a slot that is freed late adds none', async () => {
  const key = someKey()
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const slot = await takeSlot(server.context, 'account', key)
  vi.setSystemTime(start + QUARTER_HOUR_MS + 1)
  if ('leave' in slot) await slot.leave('does-not-count')
  const outcomes = []
  for (let count = 0; count < 7; count += 1) outcomes.push(await outcomeOf(attempt(key, wrong)))
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5)
})

test('queued attempts get the waiting time also if the previous ones end at the same time', async () => {
  const key = someKey()
  const take = () => takeSlot(server.context, 'account', key)
  const slots = [await take(), await take(), await take(), await take(), await take()]
  const { counters } = limiterOf(server.context, 'account')
  const reward = counters.reward.bind(counters)
  vi.spyOn(counters, 'reward').mockImplementationOnce(async (...given) => {
    for (const slot of slots) if ('leave' in slot) await slot.leave('counts')
    return reward(...given)
  })
  expect(await outcomeOf(attempt(key, wrong))).toBe('Too often. Please try again in 15 minutes.')
})

test('an attempt delayed by an unresponsive database does not wait until its slot is freed', async () => {
  const way = await openShakyWay(server.context.settings.databaseUrl ?? '')
  const database = openDatabase(way.url, () => undefined)
  const context = { ...server.context, database }
  try {
    let failed = 0
    const silence = () => {
      way.become('silent')
      failed = performance.now()
      return Promise.reject(Object.assign(new Error('It said nothing.'), { code: 'ETIMEDOUT' }))
    }
    const outcome = await outcomeOf(
      attemptWithin(context, ['browser', someKey(), 'Too often.'], () =>
        attemptWithin(context, ['account', someKey(), 'Too often.'], silence),
      ),
    )
    expect(outcome).toBe('It said nothing.')
    // Each of the two would wait five seconds for a timeout.
    expect(performance.now() - failed).toBeLessThan(4000)
  } finally {
    way.become('closed')
    await database.close()
    await way.close()
  }
})
