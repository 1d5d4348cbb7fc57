/** Whether the call that a fault hits takes effect before its caller receives the failure. */
export type Effect = 'without effect' | 'with effect'
/** Whether the caller dies (nothing that it tries afterwards works), or this one call fails and the next works again. */
export type Extent = 'crash' | 'hiccup'

/** A fault that hits one call to database or store. */
export interface FaultPlan {
  /** Which call it hits, counted from 1. */
  at: number
  effect: Effect
  extent: Extent
}

/** What becomes of a call. */
export type Fate = 'works' | 'fails without effect' | 'fails with effect'

/** Decides over each call to database and store. */
export interface Fates {
  /** Asked by every call before it begins. @param asked what is said to the database, where that is what is called */
  fateOfNext: (asked?: Buffer) => Fate
  /** Asked by every new connection: none is made after a crash. */
  isCrashed: () => boolean
}

/** Lets what is planned befall calls. */
export interface FaultInjector extends Fates {
  /** Counts from here on, and lets a fault hit one call. */
  arm: (plan: FaultPlan) => void
  /** Lets everything work again, and says whether the fault has hit. */
  disarm: () => boolean
  /** How many calls there were while it was armed last, those after the fault too. */
  calls: () => number
}

const fates = {
  'without effect': 'fails without effect',
  'with effect': 'fails with effect',
} as const satisfies Record<Effect, Fate>

/** Creates an injector that lets everything work until it is armed. */
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
