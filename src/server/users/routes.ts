import type { userEndpoints } from '#domain/api/users.ts'
import { confirmationPath } from '#domain/auth/address-confirmation.ts'
import { presentSessionUser } from '#server/auth/present.ts'
import { browserOf, welcome } from '#server/auth/welcome.ts'
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
    const browser = browserOf(call)
    const registration = { username, password, fullName: fullName || null, browser, now: call.now }
    return welcome(call, await register(call.context, registration))
  },

  'POST /api/confirm-address': async ({ context, actor, origin, now, body }) =>
    presentSessionUser(await confirmAddress(context, { actor, origin, now }, body.token)),

  'POST /api/confirm-address/mail': ({ context, actor, origin, now, keep }) =>
    mailConfirmationAgain(context, { actor, origin, now }, (tx, token) =>
      keep(tx, context.settings.demo ? { link: confirmationPath(token) } : {}),
    ),

  'GET /api/admin/users': async (call) => answerWithPage(await listUsers(call.context, call.query), call),

  'POST /api/send-invitation': ({ context, actor, origin, now, body, keep }) => {
    const { email, fullName, wealthManagerId } = body
    const invitation = { actor, origin, now, email, fullName: fullName || null, wealthManagerId }
    const emailed = sendsEmail(context.settings)
    return inviteClient(context, invitation, (tx, { expiresAt, ...invited }) =>
      keep(tx, { ...invited, expiresAt: expiresAt.toISOString(), emailed }),
    )
  },
}
