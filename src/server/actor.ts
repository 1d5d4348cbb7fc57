import type { Role } from '#domain/users/roles.ts'

/** Who acts: always taken from the session, never from what was sent. */
export interface Actor {
  userId: string
  username: string
  role: Role
  fullName: string | null
  sessionId: string
  /** Signed in with a temporary password. */
  mustChangePassword: boolean
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
