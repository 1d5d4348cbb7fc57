import type { Role } from '#domain/users/roles.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Actor, Origin } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { rememberBrowser } from '../known-browsers.ts'
import { newToken } from '../secret-token.ts'
import { endSession, startSession } from '../sessions.ts'

/** The browser that somebody signs in with. */
export interface Browser {
  /** The token by which it is known to whoever signed in from it before. */
  token: string | null
  /** Whose session it holds at the moment. */
  holds: Actor | null
  origin: Origin
}

/** Somebody who has just signed in. The tokens leave in cookies and are not kept. */
export interface SignedIn {
  actor: Actor
  token: string
  browserToken: string
}

interface Person {
  id: string
  username: string
  role: Role
  fullName: string | null
}

/** Begins the session of somebody who has proved who they are, in place of the one that the browser held. */
export async function beginSession(
  tx: Transaction,
  { id: userId, username, role, fullName }: Person,
  how: { browser: Browser; browserIsKnown: boolean; temporaryPasswordHash: string | null; now: Date },
): Promise<SignedIn> {
  const { browser, browserIsKnown, temporaryPasswordHash, now } = how
  const { origin } = browser
  if (browser.holds !== null) await endSession(tx, browser.holds.sessionId)
  const session = await startSession(tx, { userId, role, temporaryPasswordHash, origin, now })
  const browserToken = browser.token ?? newToken()
  if (!browserIsKnown) await rememberBrowser(tx, { userId, token: browserToken, now })
  const mustChangePassword = temporaryPasswordHash !== null
  return {
    actor: {
      userId,
      username,
      role,
      fullName,
      mustChangePassword,
      sessionId: session.id,
      sessionEndsAt: session.endsAt,
    },
    token: session.token,
    browserToken,
  }
}

/** Records that somebody signed in. */
export async function recordSignIn(
  tx: Transaction,
  actor: Actor,
  { origin, now }: { origin: Origin; now: Date },
): Promise<void> {
  await appendAudit(tx, {
    action: 'session.signed-in',
    details: { temporaryPassword: actor.mustChangePassword },
    actor,
    objectId: actor.userId,
    ip: origin.ip,
    at: now,
  })
}
