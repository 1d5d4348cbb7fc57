import type { userEndpoints } from '#domain/api/users.ts'
import { confirmationPath } from '#domain/auth/address-confirmation.ts'
import { presentSessionUser } from '#server/auth/present.ts'
import { browserTokenOf, welcome } from '#server/auth/welcome.ts'
import type { Handlers } from '#server/http/route.ts'
import { answerWithPage } from '#server/lists/answer-with-page.ts'
import { sendsEmail } from '#server/mail/outbox-page/is-shown.ts'
import { confirmAddress, mailConfirmationAgain } from './address-confirmation.ts'
import { inviteClient } from './invite-client.ts'
import { listUsers } from './queries.ts'
import { register } from './register.ts'

/** Who people are, and how they come to have an account (specification section 7). */
export const userHandlers: Handlers<keyof typeof userEndpoints> = {
  'POST /api/register': async (call) => {
    const { username, password, fullName } = call.body
    const browserToken = browserTokenOf(call)
    const registration = { username, password, fullName: fullName || null, browserToken }
    return welcome(call, await register(call, registration))
  },

  'POST /api/confirm-address': async (call) =>
    presentSessionUser(await confirmAddress(call, call.body.token)),

  'POST /api/confirm-address/mail': (call) =>
    mailConfirmationAgain(call, (tx, token) =>
      call.keep(tx, call.context.settings.demo ? { link: confirmationPath(token) } : {}),
    ),

  'GET /api/admin/users': async (call) => answerWithPage(await listUsers(call.context, call.query), call),

  'POST /api/send-invitation': (call) => {
    const { context, body, keep } = call
    const { email, fullName, wealthManagerId } = body
    const invitation = { email, fullName: fullName || null, wealthManagerId }
    const emailed = sendsEmail(context.settings)
    return inviteClient(call, invitation, (tx, { expiresAt, ...invited }) =>
      keep(tx, { ...invited, expiresAt: expiresAt.toISOString(), emailed }),
    )
  },
}
