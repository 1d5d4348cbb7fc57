import type { clientEndpoints } from '#features/accounts/api/clients.ts'
import { setAutomaticReminders } from '#features/accounts/server/automatic-reminders.ts'
import { reviewedApplication } from '#features/review/server/application-detail.ts'
import { withEditedMail } from '#features/mail/server/edited-mail.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { sendsEmail } from '#features/mail/server/outbox-page/is-shown.ts'
import { correctClient, withdrawAddress } from './correct-client.ts'
import { assignManager, handOverClients } from './hand-over.ts'
import { remindOrInvite, renewInvitation } from './renew-invitation.ts'

/** Routes for staff about their clients' accounts. */
export const clientHandlers: Handlers<keyof typeof clientEndpoints> = {
  'PUT /api/admin/applications/{id}/wealth-manager': async (call) => {
    const { context, params, actor, body } = call
    const { wealthManagerId, withoutLetter = false } = body
    await assignManager(call, params.id, { wealthManagerId, withoutLetter })
    return reviewedApplication(context, params.id, actor)
  },

  'POST /api/admin/wealth-managers/{id}/hand-over': (call) => {
    const { to, withoutLetter = false } = call.body
    const handover = { from: call.params.id, to, withoutLetter }
    return handOverClients(call, handover, (tx, { count: handedOver, undo }) =>
      call.keep(tx, { handedOver, undo }),
    )
  },

  'POST /api/admin/clients/{id}/correction': (call) =>
    correctClient(call, call.params.id, call.body, (tx, { fullName, address, undo }) =>
      call.keep(tx, {
        fullName,
        email: address?.email ?? null,
        expiresAt: address?.expiresAt?.toISOString() ?? null,
        undo,
      }),
    ),

  'DELETE /api/admin/clients/{id}/address': async (call) => {
    await withdrawAddress(call, call.params.id)
    return undefined
  },

  'POST /api/admin/applications/{id}/invitation': (call) =>
    renewInvitation(
      withEditedMail(call, call.body.mail),
      call.params.id,
      (tx, { email, password, expiresAt }) =>
        call.keep(tx, {
          email,
          temporaryPassword: password,
          expiresAt: expiresAt.toISOString(),
          emailed: sendsEmail(call.context.settings),
        }),
    ),

  'PUT /api/admin/applications/{id}/automatic-reminders': async (call) => {
    await setAutomaticReminders(call, call.params.id, call.body.on)
    return reviewedApplication(call.context, call.params.id, call.actor)
  },

  'POST /api/admin/applications/{id}/reminder': (call) => {
    const { context, params, actor, body, keep } = call
    const { again = false, mail } = body
    return remindOrInvite(withEditedMail(call, mail), params.id, { again }, async (tx) =>
      keep(tx, await reviewedApplication({ ...context, database: { db: tx } }, params.id, actor)),
    )
  },
}
