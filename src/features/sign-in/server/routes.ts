import type { authEndpoints } from '#features/access/api/auth.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { changePassword } from './commands/change-password.ts'
import { requestPasswordReset } from './commands/request-password-reset.ts'
import { signIn } from './commands/sign-in.ts'
import { signInByInvitation } from './commands/sign-in-by-invitation.ts'
import { presentSessionUser } from './present.ts'
import { hasPasskey } from './passkeys/usable.ts'
import { hasAuthenticator } from './second-factor/first-factor.ts'
import { giveFactor } from './second-factor/give-factor.ts'
import { proofOptions } from './passkeys/proof.ts'
import { browserTokenOf, completeSignIn } from './complete-sign-in.ts'

const RESET_MESSAGE =
  'If there is an account with this email address, we’ve sent it a temporary password. Use it within one hour to sign in and choose your own.'

/** Routes of sign-in and passwords (specification section 7). Sign-out, which names the provider, is in `sso/`. */
export const authHandlers: Handlers<Exclude<keyof typeof authEndpoints, 'POST /api/logout'>> = {
  'GET /api/user': async ({ context, actor }) => presentSessionUser(context, actor),

  'POST /api/login': async (call) =>
    completeSignIn(call, await signIn(call, { ...call.body, browserToken: browserTokenOf(call) })),

  'POST /api/invitation': async (call) =>
    completeSignIn(
      call,
      await signInByInvitation(call, { ...call.body, browserToken: browserTokenOf(call) }),
    ),

  'POST /api/account/second-factor/code': async (call) =>
    completeSignIn(call, await giveFactor(call, { ...call.body, browserToken: browserTokenOf(call) })),

  'GET /api/account/second-factor/ways': async ({ context, actor }) => ({
    passkey: await hasPasskey(context.database.db, context.settings, actor.userId),
    authenticator: await hasAuthenticator(context.database.db, actor.userId),
  }),

  'POST /api/account/second-factor/passkey-options': async (call) => ({
    options: (await proofOptions(call, undefined)).options,
  }),

  'POST /api/account/second-factor/passkey': async (call) =>
    completeSignIn(call, await giveFactor(call, { ...call.body, browserToken: browserTokenOf(call) })),

  'POST /api/request-password-reset': async (call) => {
    const { password } = await requestPasswordReset(call, call.body.username)
    return { message: RESET_MESSAGE, ...(call.context.settings.demo && { temporaryPassword: password }) }
  },

  'POST /api/change-password': async (call) =>
    completeSignIn(call, await changePassword(call, { ...call.body, browserToken: browserTokenOf(call) })),
}
