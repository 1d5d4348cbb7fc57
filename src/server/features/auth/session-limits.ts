import type { Role } from '#domain/users/roles.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long a session lasts, in milliseconds. */
interface SessionLimits {
  /** Without a request. */
  idleMs: number
  /** Whatever happens. */
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

/** How long a sign-in waits for the second factor, in milliseconds: time to find the phone, and no more. */
export const SECOND_FACTOR_WAITS_MS = 10 * MINUTE_MS

/**
 * How many sessions somebody has at most, and as many that wait for a second factor: with one more the one that was seen
 * longest ago ends. Those that wait never end one that does not: a password alone opens them.
 */
export const SESSIONS_PER_USER = 20

/** A session's last request is noted at most this often, so that reading does not mean writing. */
export const SEEN_PRECISION_MS = MINUTE_MS

/**
 * How long a session lasts for certain after any request, in milliseconds: the limit, less what the note of the
 * last request may be behind.
 */
export function assuredIdleMs(role: Role): number {
  return sessionLimits[role].idleMs - SEEN_PRECISION_MS
}
