import type { accountEndpoints } from '#domain/api/account.ts'
import { beginEnrolment, confirmEnrolment } from '#server/auth/second-factor/enrol.ts'
import { removeSecondFactor, renewRecoveryCodes, secondFactorOf } from '#server/auth/second-factor/manage.ts'
import type { Handlers } from '#server/http/route.ts'
import { resetSecondFactor } from '#server/users/administration/access.ts'
import { endOtherOwnSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { openOwnData } from './own-data/open-own-data.ts'
import { presentOwnSession } from './present.ts'

/** What people do about their own accounts. */
export const accountHandlers: Handlers<keyof typeof accountEndpoints> = {
  'GET /api/account/sessions': async ({ context, actor, now }) =>
    (await listOwnSessions(context, actor, now)).map((row) => presentOwnSession(row, actor)),

  'DELETE /api/account/sessions/{id}': async ({ context, actor, origin, now, params }) => {
    await endOwnSession(context, { actor, origin, now }, params.id)
    return undefined
  },

  'DELETE /api/account/sessions': async ({ context, actor, origin, now }) => {
    await endOtherOwnSessions(context, { actor, origin, now })
    return undefined
  },

  'GET /api/account/second-factor': async ({ context, actor }) => {
    const { since, recoveryCodesLeft } = await secondFactorOf(context, actor.userId)
    const required = context.settings.requireSecondFactor
    return { since: since?.toISOString() ?? null, recoveryCodesLeft, required }
  },

  'POST /api/account/second-factor': async ({ context, actor, origin, now, body }) =>
    beginEnrolment(context, { actor, origin, now }, body.password),

  'PUT /api/account/second-factor': async ({ context, actor, origin, now, body }) => ({
    recoveryCodes: await confirmEnrolment(context, { actor, origin, now }, body.code),
  }),

  'POST /api/account/second-factor/removal': async ({ context, actor, origin, now, body }) => {
    await removeSecondFactor(context, { actor, origin, now }, body)
    return undefined
  },

  'POST /api/account/second-factor/recovery-codes': async ({ context, actor, origin, now, body }) => ({
    recoveryCodes: await renewRecoveryCodes(context, { actor, origin, now }, body),
  }),

  'GET /api/account/data': async ({ context, actor, origin, now, reply }) => {
    const archive = await openOwnData(context, { actor, origin, now })
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="my-data.zip"')
      .header('cache-control', 'no-store')
      .send(archive)
  },

  'DELETE /api/system-admin/users/{id}/second-factor': async ({ context, actor, origin, now, params }) => {
    await resetSecondFactor(context, params.id, { actor, origin, now })
    return undefined
  },
}
