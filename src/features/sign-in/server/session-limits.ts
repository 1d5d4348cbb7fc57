import type { SessionLimits } from '#features/brand/rules/sign-in-section.ts'

const MINUTE_MS = 60_000

/** How long a sign-in waits for the second factor, in milliseconds. */
export const SECOND_FACTOR_WAITS_MS = 10 * MINUTE_MS

/**
 * Maximum of sessions per user, and separately of pending sign-ins; one more ends the least recently used. Pending ones
 * never end a full session, since a password suffices to open them.
 */
export const SESSIONS_PER_USER = 20

/** The last request is recorded at most this often, to avoid a write per read. */
export const SEEN_PRECISION_MS = MINUTE_MS

/**
 * How long a session certainly lasts after any request, in milliseconds: the limit less the precision of the recorded
 * time.
 */
export function assuredIdleMs({ idleMs }: SessionLimits): number {
  return idleMs - SEEN_PRECISION_MS
}
