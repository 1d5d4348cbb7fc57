import type { authEndpoints } from '#domain/api/auth.ts'
import type { Handlers } from '#server/http/route.ts'
import { clearSessionCookie } from '#server/http/session-cookie.ts'
import { changePassword } from './commands/change-password.ts'
import { requestPasswordReset } from './commands/request-password-reset.ts'
import { signIn } from './commands/sign-in.ts'
import { signOut } from './commands/sign-out.ts'
import { presentSessionUser } from './present.ts'
import { giveCode } from './second-factor/give-code.ts'
import { browserOf, welcome } from './welcome.ts'

const RESET_MESSAGE =
  'If there is an account with this email address, we have sent a temporary password to it. It works once, within the next hour.'

/** Sign-in, passwords (specification section 7). */
export const authHandlers: Handlers<keyof typeof authEndpoints> = {
  'GET /api/user': async ({ actor }) => presentSessionUser(actor),

  'POST /api/login': async (call) =>
    welcome(call, await signIn(call.context, { ...call.body, browser: browserOf(call), now: call.now })),

  'POST /api/account/second-factor/code': async (call) => {
    const { actor, now } = call
    return welcome(call, await giveCode(call.context, { ...call.body, actor, browser: browserOf(call), now }))
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
