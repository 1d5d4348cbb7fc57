import type { Role } from '#domain/users/roles.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Duration of a session, in milliseconds. */
interface SessionLimits {
  /** Without a request. */
  idleMs: number
  /** In total. */
  absoluteMs: number
}

const staff: SessionLimits = { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS }
const client: SessionLimits = { idleMs: 2 * HOUR_MS, absoluteMs: 24 * HOUR_MS }

/** The limits for each role (decisions, "Session"). */
export const sessionLimits = {
  system_administrator: staff,
  admin: staff,
  wealth_manager: staff,
  client,
} as const satisfies Record<Role, SessionLimits>

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
export function assuredIdleMs(role: Role): number {
  return sessionLimits[role].idleMs - SEEN_PRECISION_MS
}
