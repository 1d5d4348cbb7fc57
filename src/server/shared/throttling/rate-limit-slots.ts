import { RateLimiterRes, type RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Context } from '#server/shared/context.ts'
import type { Gate } from './gates.ts'
import { limiterOf, type Limiter } from './limiters.ts'
import type { LimitKey, LimitName } from './limits.ts'

/** One of the places that a limit has, taken before an attempt. */
export interface RateLimitSlot {
  /** Ends the attempt: one that counts keeps its place until the window ends. */
  leave: (outcome: 'counts' | 'does-not-count') => Promise<void>
}

/** No place is left. */
export interface NoSlot {
  retryAfterSeconds: number
}

/**
 * Takes a place before the attempt begins, so that any number of them at once cannot exceed the limit. Where none is
 * free only because other attempts are going on here, waits for them: those that succeed never refuse one another.
 */
export async function takeSlot<Name extends LimitName>(
  context: Pick<Context, 'database'>,
  name: Name,
  key: LimitKey<Name>,
): Promise<RateLimitSlot | NoSlot> {
  const limiter = limiterOf(context, name)
  const gate = limiter.gates.enter(key)
  try {
    const slot = await gate.line.run(() => ask(limiter, gate, key))
    if ('retryAfterSeconds' in slot) limiter.gates.leave(key)
    return slot
  } catch (error) {
    limiter.gates.leave(key)
    throw error
  }
}

async function ask(limiter: Limiter, gate: Gate, key: string): Promise<RateLimitSlot | NoSlot> {
  for (;;) {
    const { consumedPoints, msBeforeNext } = await count(limiter.counters, key)
    if (consumedPoints <= limiter.counters.points) {
      return holdSlot(limiter, gate, key, Date.now() + msBeforeNext)
    }
    // Taken now: those that end while the place is given back must not be waited for in vain.
    const ongoing = [...gate.attempts]
    if (ongoing.length === 0) return { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
    await limiter.counters.reward(key)
    await Promise.race(ongoing)
  }
}

/** Counts, and says how many that makes, within the limit or not. */
async function count(counters: RateLimiterPostgres, key: string): Promise<RateLimiterRes> {
  return counters.consume(key).catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  })
}

function holdSlot({ counters, gates }: Limiter, gate: Gate, key: string, windowEnds: number): RateLimitSlot {
  const { promise: attempt, resolve: end } = Promise.withResolvers<void>()
  gate.attempts.add(attempt)
  return {
    async leave(outcome) {
      // Once the window has ended, the place is free by itself; giving it back then would make one too many.
      const givesBack = outcome === 'does-not-count' && Date.now() < windowEnds
      try {
        if (givesBack) await counters.reward(key)
      } finally {
        gate.attempts.delete(attempt)
        gates.leave(key)
        end()
      }
    },
  }
}
