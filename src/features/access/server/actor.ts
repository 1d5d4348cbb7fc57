import type { Caller } from '#features/access/rules/authorisation/decide.ts'

/** The acting user, always from the session, never from the request body. */
export interface Actor extends Caller {
  username: string
  compliance: boolean
  fullName: string | null
  accountCreatedAt: Date
  sessionId: string
  /** Absolute end of the session. */
  sessionEndsAt: Date
  /** When the session was last read, by `performance.now()`. */
  checkedAt: number
}

/** The part of an actor that the audit log names. */
export type Doer = Pick<Actor, 'userId' | 'role' | 'standsInFor'>

/** A program with an API token, as the audit log names it: by the token's id. */
export interface MachineDoer {
  userId: string
  role: 'machine'
}

/** Origin of a request, for the audit log. */
export interface Origin {
  ip: string | null
  userAgent: string | null
}

/** Origin of the server's own actions. */
export const nowhere: Origin = { ip: null, userAgent: null }

/** Actor, origin and time of an action. `By` may be null: an anonymous visitor, or the server. */
export interface Acting<By extends Doer | MachineDoer | null = Actor> {
  actor: By
  origin: Origin
  /** The action's time, by the database's clock (docs/decisions/0044). */
  now: Date
}
