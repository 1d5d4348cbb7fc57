import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCountdown, readIdle, type IdleState } from './idle-state.ts'
import { watchIdle, type Clock } from './idle-watch.ts'

const MINUTE = 60_000
const HALF_HOUR = 30 * MINUTE

test.each([
  [0, { phase: 'active' }, 28 * MINUTE],
  [28 * MINUTE - 1, { phase: 'active' }, 1],
  [28 * MINUTE, { phase: 'warning', secondsLeft: 120 }, 1000],
  [29 * MINUTE + 500, { phase: 'warning', secondsLeft: 60 }, 500],
  [HALF_HOUR - 1, { phase: 'warning', secondsLeft: 1 }, 1],
  [HALF_HOUR, { phase: 'over' }, Infinity],
  [5 * HALF_HOUR, { phase: 'over' }, Infinity],
] as const)(
  'reads the state %i ms after the last call of a half-hour session',
  (idleMs, state, changesInMs) => {
    expect(readIdle(1_000, 1_000 + idleMs, HALF_HOUR)).toEqual({ state, changesInMs })
  },
)

test('warns for half of a session that is shorter than two warnings', () => {
  expect(readIdle(0, 29_999, MINUTE).state.phase).toBe('active')
  expect(readIdle(0, 30_000, MINUTE).state).toEqual({ phase: 'warning', secondsLeft: 30 })
})

test('changes exactly after the returned time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: HALF_HOUR - 1 }), (idleMs) => {
      const { state, changesInMs } = readIdle(0, idleMs, HALF_HOUR)
      expect(readIdle(0, idleMs + changesInMs, HALF_HOUR).state).not.toEqual(state)
      expect(readIdle(0, idleMs + changesInMs - 1, HALF_HOUR).state).toEqual(state)
    }),
  )
})

test.each([
  [120, '2:00'],
  [65, '1:05'],
  [9, '0:09'],
])('shows %i seconds as %s', (seconds, text) => {
  expect(asCountdown(seconds)).toBe(text)
})

/** A clock that tests advance. */
function createTestClock() {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    later: (run, ms) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  const next = () => timers.toSorted((a, b) => a.at - b.at)[0]
  return {
    clock,
    pass: (ms: number) => {
      const until = now + ms
      for (let timer = next(); timer && timer.at <= until; timer = next()) {
        now = timer.at
        timers = timers.filter((other) => other !== timer)
        timer.run()
      }
      now = until
    },
    /** Advances time as while the machine sleeps: no timer runs. */
    sleep: (ms: number) => {
      now += ms
    },
    waiting: () => timers.length,
  }
}

function watchForTest() {
  const time = createTestClock()
  const notified: IdleState[] = []
  const watch = watchIdle(time.clock, HALF_HOUR, (state) => notified.push(state))
  return { ...time, watch, notified, last: () => notified.at(-1) }
}

test('counts down for two minutes, then ends once', () => {
  const { pass, notified, last, waiting } = watchForTest()
  pass(28 * MINUTE - 1)
  expect(notified).toEqual([{ phase: 'active' }])
  pass(1)
  expect(last()).toEqual({ phase: 'warning', secondsLeft: 120 })
  pass(119_000)
  expect(last()).toEqual({ phase: 'warning', secondsLeft: 1 })
  pass(1_000)
  expect(last()).toEqual({ phase: 'over' })
  expect(notified).toHaveLength(1 + 120 + 1)
  pass(HALF_HOUR)
  expect(notified).toHaveLength(122)
  expect(waiting()).toBe(0)
})

test('resets the warning after a call', () => {
  const { pass, watch, last, waiting } = watchForTest()
  pass(29 * MINUTE)
  watch.used()
  expect(last()).toEqual({ phase: 'active' })
  pass(28 * MINUTE - 1)
  expect(last()).toEqual({ phase: 'active' })
  expect(waiting()).toBe(1)
  pass(2 * MINUTE + 1)
  expect(last()).toEqual({ phase: 'over' })
})

test('detects an ended session at the first check after a sleep', () => {
  const { sleep, watch, last } = watchForTest()
  sleep(29 * MINUTE)
  watch.look()
  expect(last()).toEqual({ phase: 'warning', secondsLeft: 60 })
  sleep(HALF_HOUR)
  watch.look()
  expect(last()).toEqual({ phase: 'over' })
})

test('notifies no more once it is over or stopped', () => {
  const { pass, watch, notified, waiting } = watchForTest()
  watch.stop()
  watch.used()
  watch.look()
  pass(HALF_HOUR)
  expect(notified).toEqual([{ phase: 'active' }])
  expect(waiting()).toBe(0)
})
