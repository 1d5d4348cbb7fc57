/** Whether the call takes effect before its caller sees the failure. */
export type Effect = 'without effect' | 'with effect'
/** Whether the caller crashes (all later calls fail), or only this call fails. */
export type Extent = 'crash' | 'hiccup'

/** A fault at one call to database or store. */
export interface FaultPlan {
  /** The number of the call, from 1. */
  at: number
  effect: Effect
  extent: Extent
}

/** The outcome of a call. */
export type Fate = 'works' | 'fails without effect' | 'fails with effect'

/** Decides about each call to database and store. */
export interface Fates {
  /** Called before each call. @param asked the SQL of database calls */
  fateOfNext: (asked?: Buffer) => Fate
  /** Called for each new connection: none is opened after a crash. */
  isCrashed: () => boolean
}

/** Injects planned faults. */
export interface FaultInjector extends Fates {
  /** Restarts counting, and arms a fault. */
  arm: (plan: FaultPlan) => void
  /** Disarms it; returns whether the fault was hit. */
  disarm: () => boolean
  /** Number of calls while last armed, including those after the fault. */
  calls: () => number
}

const fates = {
  'without effect': 'fails without effect',
  'with effect': 'fails with effect',
} as const satisfies Record<Effect, Fate>

/** Creates an inactive injector. */
export function createFaultInjector(): FaultInjector {
  let plan: FaultPlan | null = null
  let calls = 0
  const hasHit = () => plan !== null && calls >= plan.at
  return {
    arm(armed) {
      plan = armed
      calls = 0
    },
    disarm() {
      const hit = hasHit()
      plan = null
      return hit
    },
    fateOfNext() {
      if (plan === null) return 'works'
      calls += 1
      if (calls === plan.at) return fates[plan.effect]
      return calls > plan.at && plan.extent === 'crash' ? 'fails without effect' : 'works'
    },
    calls: () => calls,
    isCrashed: () => plan?.extent === 'crash' && hasHit(),
  }
}
