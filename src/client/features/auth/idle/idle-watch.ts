import { readIdle, type IdleState } from './idle-state.ts'

/** Time, so that tests can have their own. */
export interface Clock {
  now: () => number
  /** Runs something later; returns what calls it off. */
  later: (run: () => void, ms: number) => () => void
}

export interface IdleWatch {
  /** A call was made: the session goes on. */
  used: () => void
  /** Looks at the clock again, after a sleep during which timers stood still. */
  look: () => void
  stop: () => void
}

/** Watches a session grow idle, from now on, and tells of each change of state and each second of the countdown. */
export function watchIdle(clock: Clock, idleTimeoutMs: number, tell: (state: IdleState) => void): IdleWatch {
  let usedAt = clock.now()
  let over = false
  let callOff = () => {}
  const look = () => {
    callOff()
    if (over) return
    const { state, changesInMs } = readIdle(usedAt, clock.now(), idleTimeoutMs)
    over = state.phase === 'over'
    tell(state)
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
