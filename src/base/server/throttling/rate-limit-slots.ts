import { RateLimiterRes, type RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Context } from '#base/server/context.ts'
import type { Gate } from './gates.ts'
import { limiterOf, type Limiter } from './limiters.ts'
import type { LimitKey, LimitName } from './limits.ts'

/** A slot of a limit, taken before an attempt. */
export interface RateLimitSlot {
  /** Slots that are left now, and the seconds until the window ends. */
  left: number
  secondsLeft: number
  /** Ends the attempt; one that counts occupies its slot until the window ends. */
  leave: (outcome: 'counts' | 'does-not-count') => Promise<void>
}

/** No slot is left. */
export interface NoSlot {
  retryAfterSeconds: number
}

/**
 * Takes a slot before the attempt begins, so that concurrent attempts cannot exceed the limit. Where slots are only
 * taken by running attempts on this server, waits for these: successful ones free their slots.
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
      const left = limiter.counters.points - consumedPoints
      return holdSlot(limiter, gate, key, { left, secondsLeft: secondsOf(msBeforeNext), msBeforeNext })
    }
    // Copied now: attempts that end while a slot is freed must not be missed.
    const ongoing = [...gate.attempts]
    if (ongoing.length === 0) return { retryAfterSeconds: secondsOf(msBeforeNext) }
    await limiter.counters.reward(key)
    await Promise.race(ongoing)
  }
}

/** Increments the counter, and returns its value. */
async function count(counters: RateLimiterPostgres, key: string): Promise<RateLimiterRes> {
  return counters.consume(key).catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  })
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

function holdSlot(
  { counters, gates }: Limiter,
  gate: Gate,
  key: string,
  { msBeforeNext, ...counted }: Pick<RateLimitSlot, 'left' | 'secondsLeft'> & { msBeforeNext: number },
): RateLimitSlot {
  const windowEnds = Date.now() + msBeforeNext
  const { promise: attempt, resolve: end } = Promise.withResolvers<void>()
  gate.attempts.add(attempt)
  return {
    ...counted,
    async leave(outcome) {
      // After the window has ended the slot is free already; freeing it again would add one.
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
