import type { FastifyReply, FastifyRequest } from 'fastify'
import { setSessionCookie } from '#server/shared/http/session-cookie.ts'
import { readBrowserToken, setBrowserCookie } from './browser-cookie.ts'
import type { BrowserToken, SignedIn, SigningIn } from './commands/begin-session.ts'
import { presentSessionUser } from './present.ts'

/** A call that a session may begin with. */
type WelcomeCall = SigningIn & { request: FastifyRequest; reply: FastifyReply }

/** The token of the browser that a call comes from. */
export function browserTokenOf({ context, request }: WelcomeCall): BrowserToken {
  return readBrowserToken(request, context.https)
}

/** Hands over the cookies of a session that has begun, and says who is signed in now. */
export function welcome({ context, now, reply }: WelcomeCall, { actor, token, browserToken }: SignedIn) {
  setSessionCookie(reply, context.https, token, actor.sessionEndsAt)
  setBrowserCookie(reply, context.https, { token: browserToken, now })
  return presentSessionUser(actor)
}
