import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Origin } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { setSessionCookie } from '#server/http/session-cookie.ts'
import { readBrowserToken, setBrowserCookie } from './browser-cookie.ts'
import type { Browser, SignedIn } from './commands/begin-session.ts'
import { presentSessionUser } from './present.ts'

/** A call that a session may begin with. */
interface SigningIn {
  context: Context
  actor: Actor | null
  origin: Origin
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/** The browser that a call comes from. */
export function browserOf({ context, actor, origin, request }: SigningIn): Browser {
  return { token: readBrowserToken(request, context.https), holds: actor, origin }
}

/** Hands over the cookies of a session that has begun, and says who is signed in now. */
export function welcome({ context, now, reply }: SigningIn, { actor, token, browserToken }: SignedIn) {
  setSessionCookie(reply, context.https, token, actor.sessionEndsAt)
  setBrowserCookie(reply, context.https, { token: browserToken, now })
  return presentSessionUser(actor)
}
