import type { FastifyReply, FastifyRequest } from 'fastify'
import { setSessionCookie } from '#base/server/http/session-cookie.ts'
import { readBrowserToken, setBrowserCookie } from './browser-cookie.ts'
import type { BrowserToken, SignedIn, SigningIn } from './commands/begin-session.ts'
import { presentSessionUser } from './present.ts'

/** A call that may begin a session. */
type SignInCall = SigningIn & { request: FastifyRequest; reply: FastifyReply }

/** The browser token of a call. */
export function browserTokenOf({ context, request }: SignInCall): BrowserToken {
  return readBrowserToken(request, context.https)
}

/** Sets the cookies of a new session, and returns the signed-in user. */
export function completeSignIn(
  { context, now, reply }: SignInCall,
  { actor, token, browserToken }: SignedIn,
) {
  setSessionCookie(reply, context.https, token, actor.sessionEndsAt)
  setBrowserCookie(reply, context.https, { token: browserToken, now })
  return presentSessionUser(context, actor)
}
