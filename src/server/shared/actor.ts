import type { Caller } from '#domain/authorisation/decide.ts'

/** Who acts: always taken from the session, never from what was sent. */
export interface Actor extends Caller {
  username: string
  fullName: string | null
  accountCreatedAt: Date
  sessionId: string
  /** When the session ends whatever happens. */
  sessionEndsAt: Date
  /** When the session was last read, by `performance.now()`. */
  checkedAt: number
}

/** As much of somebody as the audit log names. */
export type Doer = Pick<Actor, 'userId' | 'role'>

/** Where a request came from, for the audit log. */
export interface Origin {
  ip: string | null
  userAgent: string | null
}

/** Where what the server does by itself comes from. */
export const nowhere: Origin = { ip: null, userAgent: null }

/** Who does something, from where, and when. `By` may be null: nobody who is signed in, or the server itself. */
export interface Acting<By extends Doer | null = Actor> {
  actor: By
  origin: Origin
  /** The moment that all of it happens at, by the database's clock (docs/decisions/0044). */
  now: Date
}
