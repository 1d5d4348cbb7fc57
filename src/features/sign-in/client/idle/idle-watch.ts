import { readIdle, type IdleState } from './idle-state.ts'

/** A clock that tests can replace. */
export interface Clock {
  now: () => number
  /** Schedules a callback; returns a function that cancels it. */
  later: (run: () => void, ms: number) => () => void
}

export interface IdleWatch {
  /** A call was made, which extends the session. */
  used: () => void
  /** Rechecks the clock, after a sleep during which timers stopped. */
  look: () => void
  stop: () => void
}

/** Watches how long a session is idle and notifies of each change of state and each second of the countdown. */
export function watchIdle(
  clock: Clock,
  idleTimeoutMs: number,
  notify: (state: IdleState) => void,
): IdleWatch {
  let usedAt = clock.now()
  let over = false
  let callOff = () => {}
  const look = () => {
    callOff()
    if (over) return
    const { state, changesInMs } = readIdle(usedAt, clock.now(), idleTimeoutMs)
    over = state.phase === 'over'
    notify(state)
    if (!over) callOff = clock.later(look, changesInMs)
  }
  look()
  return {
    used: () => {
      usedAt = clock.now()
      look()
    },
    look,
    stop: () => {
      over = true
      callOff()
    },
  }
}
