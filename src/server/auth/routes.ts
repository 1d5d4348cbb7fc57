import type { FastifyReply, FastifyRequest } from 'fastify'
import type { authEndpoints } from '#domain/api/auth.ts'
import type { Actor, Origin } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/route.ts'
import { clearSessionCookie, setSessionCookie } from '#server/http/session-cookie.ts'
import { readBrowserToken, setBrowserCookie } from './browser-cookie.ts'
import type { Browser, SignedIn } from './commands/begin-session.ts'
import { changePassword } from './commands/change-password.ts'
import { register } from './commands/register.ts'
import { requestPasswordReset } from './commands/request-password-reset.ts'
import { signIn } from './commands/sign-in.ts'
import { signOut } from './commands/sign-out.ts'
import { presentSessionUser } from './present.ts'
import { giveCode } from './second-factor/give-code.ts'

interface SigningIn {
  context: Context
  actor: Actor | null
  origin: Origin
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

const RESET_MESSAGE =
  'If there is an account with this email address, we have sent a temporary password to it. It works once, within the next hour.'

function browserOf({ context, actor, origin, request }: SigningIn): Browser {
  return { token: readBrowserToken(request, context.https), holds: actor, origin }
}

function welcome({ context, now, reply }: SigningIn, { actor, token, browserToken }: SignedIn) {
  setSessionCookie(reply, context.https, token, actor.sessionEndsAt)
  setBrowserCookie(reply, context.https, { token: browserToken, now })
  return presentSessionUser(actor)
}

/** Sign-in, registration, passwords (specification section 7). */
export const authHandlers: Handlers<keyof typeof authEndpoints> = {
  'GET /api/user': async ({ actor }) => presentSessionUser(actor),

  'POST /api/login': async (call) =>
    welcome(call, await signIn(call.context, { ...call.body, browser: browserOf(call), now: call.now })),

  'POST /api/account/second-factor/code': async (call) => {
    const { actor, now } = call
    return welcome(call, await giveCode(call.context, { ...call.body, actor, browser: browserOf(call), now }))
  },

  'POST /api/register': async (call) => {
    const { username, password, fullName } = call.body
    const browser = browserOf(call)
    const registration = { username, password, fullName: fullName || null, browser, now: call.now }
    return welcome(call, await register(call.context, registration))
  },

  'POST /api/logout': async ({ context, actor, origin, now, reply }) => {
    if (actor !== null) await signOut(context, { actor, origin, now })
    clearSessionCookie(reply, context.https)
    return undefined
  },

  'POST /api/request-password-reset': async ({ context, body, origin, now }) => {
    const { password } = await requestPasswordReset(context, { ...body, origin, now })
    return { message: RESET_MESSAGE, ...(context.settings.demo && { temporaryPassword: password }) }
  },

  'POST /api/change-password': async (call) => {
    const browser = browserOf(call)
    const change = { ...call.body, actor: call.actor, browser, now: call.now }
    return welcome(call, await changePassword(call.context, change))
  },
}
