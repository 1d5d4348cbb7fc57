import type { registrationEndpoints } from '#features/accounts/api/registration.ts'
import { confirmationPath } from '#features/sign-in/rules/address-confirmation.ts'
import { presentSessionUser } from '#features/sign-in/server/present.ts'
import { browserTokenOf, completeSignIn } from '#features/sign-in/server/complete-sign-in.ts'
import { clearSessionCookie } from '#base/server/http/session-cookie.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { cancelEmailChange, confirmEmailChange } from './confirm-email-change.ts'
import { confirmAddress, mailConfirmationAgain } from './address-confirmation.ts'
import { register } from './register.ts'

/** Routes of self-registration (specification section 7). */
export const registrationHandlers: Handlers<keyof typeof registrationEndpoints> = {
  'POST /api/register': async (call) => {
    const { username, password, fullName } = call.body
    const browserToken = browserTokenOf(call)
    const registration = { username, password, fullName: fullName || null, browserToken }
    return completeSignIn(call, await register(call, registration))
  },

  'POST /api/confirm-address': async (call) =>
    presentSessionUser(call.context, await confirmAddress(call, call.body.token)),

  'POST /api/new-address': async (call) => {
    const email = await confirmEmailChange(call, call.body.token)
    clearSessionCookie(call.reply, call.context.https)
    return { email }
  },

  'POST /api/keep-address': async (call) => {
    await cancelEmailChange(call, call.body.token)
    return undefined
  },

  'POST /api/confirm-address/mail': (call) =>
    mailConfirmationAgain(call, (tx, token) =>
      call.keep(tx, call.context.settings.demo ? { link: confirmationPath(token) } : {}),
    ),
}
