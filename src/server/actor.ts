import type { Who } from '#domain/authorisation/decide.ts'

/** Who acts: always taken from the session, never from what was sent. */
export interface Actor extends Who {
  username: string
  fullName: string | null
  sessionId: string
  /** When the session ends whatever happens. */
  sessionEndsAt: Date
}

/** Where a request came from, for the audit log. */
export interface Origin {
  ip: string | null
  userAgent: string | null
}

/** Who does something, from where, and when. */
export interface Acting {
  actor: Actor
  origin: Origin
  now: Date
}
