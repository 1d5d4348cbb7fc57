import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftSaver, LONGEST_RETRY_MS, REST_MS, RETRY_MS, type DraftOutcome } from './draft-saver.ts'

/** The answers to the saves that are under way, and what gives them. */
let answers: ((outcome: DraftOutcome) => void)[]
const save = vi.fn<() => Promise<DraftOutcome>>(
  () => new Promise<DraftOutcome>((resolve) => answers.push(resolve)),
)
const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

async function answer(outcome: DraftOutcome): Promise<void> {
  answers.shift()?.(outcome)
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  answers = []
  save.mockClear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('saves once, when nothing was typed for a while', async () => {
  const saver = createDraftSaver(save, later)
  for (let key = 0; key < 10; key += 1) {
    saver.typed()
    await vi.advanceTimersByTimeAsync(REST_MS / 2)
  }
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(REST_MS)
  expect(save).toHaveBeenCalledTimes(1)
})

test('saves at once when a field is left, and not again at rest', async () => {
  const saver = createDraftSaver(save, later)
  saver.typed()
  saver.now()
  expect(save).toHaveBeenCalledTimes(1)
  await answer('saved')
  await vi.advanceTimersByTimeAsync(2 * REST_MS)
  expect(save).toHaveBeenCalledTimes(1)
})

test('has one save under way, and what comes meanwhile goes with the next', async () => {
  const saver = createDraftSaver(save, later)
  saver.now()
  saver.now()
  saver.now()
  expect(save).toHaveBeenCalledTimes(1)
  await answer('saved')
  await vi.advanceTimersByTimeAsync(REST_MS)
  expect(save).toHaveBeenCalledTimes(2)
})

test('tries again after a failure, and waits for whoever saves on purpose', async () => {
  const saver = createDraftSaver(save, later)
  saver.now()
  await answer('failed')
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(save).toHaveBeenCalledTimes(2)
  await answer('busy')
  await vi.advanceTimersByTimeAsync(REST_MS)
  expect(save).toHaveBeenCalledTimes(3)
  await answer('nothing')
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(save).toHaveBeenCalledTimes(3)
})

test('waits twice as long after each further failure, a minute at most, and not at all once the network is back', async () => {
  const saver = createDraftSaver(save, later)
  saver.now()
  const waited: number[] = []
  for (let failure = 1; failure <= 6; failure += 1) {
    await answer('failed')
    const begun = Date.now()
    while (save.mock.calls.length === failure) await vi.advanceTimersByTimeAsync(1_000)
    waited.push(Date.now() - begun)
  }
  expect(waited).toEqual([RETRY_MS, 10_000, 20_000, 40_000, LONGEST_RETRY_MS, LONGEST_RETRY_MS])
  await answer('failed')
  saver.now()
  await answer('saved')
  expect(save).toHaveBeenCalledTimes(8)
})

test('stops', async () => {
  const saver = createDraftSaver(save, later)
  saver.typed()
  saver.stop()
  await vi.advanceTimersByTimeAsync(REST_MS)
  expect(save).not.toHaveBeenCalled()
})
