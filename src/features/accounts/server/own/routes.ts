import type { accountEndpoints } from '#features/accounts/api/account.ts'
import { readProof } from '#features/sign-in/server/own-proof.ts'
import { beginEnrolment, confirmEnrolment } from '#features/sign-in/server/second-factor/enrol.ts'
import {
  removeAuthenticator,
  renewRecoveryCodes,
  secondFactorOf,
} from '#features/sign-in/server/second-factor/manage.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { endOtherOwnSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { openOwnData } from '#features/records/server/own-data/open-own-data.ts'
import { changeOwnPhone, phoneOf } from '#features/accounts/server/phone.ts'
import {
  requestOwnAddress,
  changeOwnName,
  waitingAddressOf,
  withdrawOwnAddress,
} from '#features/accounts/server/staff-identity.ts'
import { openOwnSummary } from '#features/records/server/own-data/open-own-summary.ts'
import { presentOwnSession } from './present.ts'

/** Routes of a user's own account. */
export const accountHandlers: Handlers<keyof typeof accountEndpoints> = {
  'GET /api/account/sessions': async ({ context, actor, now }) =>
    (await listOwnSessions(context, actor, now)).map((row) => presentOwnSession(row, actor)),

  'DELETE /api/account/sessions/{id}': async (call) => {
    await endOwnSession(call, call.params.id)
    return undefined
  },

  'DELETE /api/account/sessions': async (call) => {
    await endOtherOwnSessions(call)
    return undefined
  },

  'GET /api/account/phone': async ({ context, actor }) => ({
    phone: await phoneOf(context.database.db, actor.userId),
  }),

  'PUT /api/account/phone': async (call) => {
    await changeOwnPhone(call, call.body.phone)
    return { phone: call.body.phone }
  },

  'PUT /api/account/name': async (call) => {
    await changeOwnName(call, call.body.fullName)
    return { fullName: call.body.fullName }
  },

  'GET /api/account/address': async ({ context, actor, now }) => ({
    waiting: await waitingAddressOf(context.database.db, actor.userId, now),
  }),

  'POST /api/account/address': (call) =>
    requestOwnAddress(call, call.body, (tx, waiting) => call.keep(tx, { waiting })),

  'DELETE /api/account/address': async (call) => {
    await withdrawOwnAddress(call)
    return undefined
  },

  'GET /api/account/second-factor': async ({ context, actor }) => {
    const { since, recoveryCodesLeft, authenticator } = await secondFactorOf(context, actor.userId)
    const required = context.settings.secondFactorRoles.includes(actor.role)
    return { since: since?.toISOString() ?? null, recoveryCodesLeft, authenticator, required }
  },

  'POST /api/account/second-factor': (call) => beginEnrolment(call, readProof(call.body)),

  'PUT /api/account/second-factor': async (call) => ({
    recoveryCodes: await confirmEnrolment(call, call.body.code),
  }),

  'POST /api/account/second-factor/removal': async (call) => {
    await removeAuthenticator(call, readProof(call.body))
    return undefined
  },

  'POST /api/account/second-factor/recovery-codes': async (call) => ({
    recoveryCodes: await renewRecoveryCodes(call, readProof(call.body)),
  }),

  'GET /api/account/summary': async (call) => {
    const { reference, summary } = await openOwnSummary(call)
    return call.reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="Application ${reference}.pdf"`)
      .header('cache-control', 'no-store')
      .send(summary)
  },

  'GET /api/account/data': async (call) => {
    const archive = await openOwnData(call)
    return call.reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="my-data.zip"')
      .header('cache-control', 'no-store')
      .send(archive)
  },
}
