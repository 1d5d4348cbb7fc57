import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { failInSteps, inSteps } from './constant-time.ts'

const STEP_MS = 60

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work().catch(() => undefined)
  return performance.now() - began
}

test.each([0, 20, 70])('work of %i ms ends with a step', async (ms) => {
  const took = await timed(() => inSteps(STEP_MS, () => wait(ms)))
  expect(took).toBeGreaterThanOrEqual(Math.ceil(ms / STEP_MS) * STEP_MS)
})

test('so does failing work, and its error is passed on', async () => {
  const fail = () => Promise.reject(new Error('no'))
  expect(await timed(() => inSteps(STEP_MS, fail))).toBeGreaterThanOrEqual(STEP_MS)
  expect(await timed(() => failInSteps(STEP_MS, fail))).toBeGreaterThanOrEqual(STEP_MS)
  await expect(failInSteps(1, fail)).rejects.toThrow('no')
})

test('with constant time for failures only, success does not wait', async () => {
  expect(await timed(() => failInSteps(10_000, () => wait(1)))).toBeLessThan(5000)
  expect(await failInSteps(10_000, () => Promise.resolve('done'))).toBe('done')
})
