import type { faisDocumentEndpoints } from '#features/signing/api/fais-documents.ts'
import type { AdministeredUser, userEndpoints } from '#features/accounts/api/users.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { openStaffLetter } from '#features/documents/server/read.ts'
import { pathOfLetter } from '#features/documents/server/present.ts'
import { ownOriginOf } from '#features/documents/server/routes.ts'
import { sendDocument } from '#features/documents/server/send-document.ts'
import { letterVersions } from '#features/signing/server/letters/staff-letter.ts'
import { giveLetterAddress } from '#features/documents/server/upload-addresses.ts'
import { withEditedMail } from '#features/mail/server/edited-mail.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { answerWithPage } from '#base/server/lists/answer-with-page.ts'
import { notFound } from '#base/server/domain-error.ts'
import { resetPassword, resetSecondFactor, signOutEverywhere } from './reset-access.ts'
import { sendsEmail } from '#features/mail/server/outbox-page/is-shown.ts'
import { inviteClient } from './invite-client.ts'
import { listUsers } from './list-users.ts'
import { createAccount } from './create-account.ts'
import { deleteAccount } from './delete-account.ts'
import { editAccount } from './edit-account.ts'
import { listStandings } from './list-applications.ts'
import { findAdministered, listAdministered, type Viewer } from './list-accounts.ts'
import type { TemporaryPassword } from '#features/sign-in/server/temporary-passwords.ts'
import { presentVersion } from './present.ts'
import { replaceLetter, restoreLetter } from './replace-letter.ts'
import { systemStats } from './stats.ts'

async function administered(db: Queries, viewer: Viewer, id: string): Promise<AdministeredUser> {
  const found = await findAdministered(db, viewer, id)
  if (found === undefined) throw notFound()
  return found
}

/** New credentials in a response, to be passed on where no email is sent. */
function handedOver({ settings }: Context, { expiresAt }: TemporaryPassword) {
  return { expiresAt: expiresAt.toISOString(), emailed: sendsEmail(settings) }
}

/** Routes of account administration (specification section 7). */
export const userHandlers: Handlers<keyof typeof userEndpoints | keyof typeof faisDocumentEndpoints> = {
  'GET /api/admin/users': async (call) => answerWithPage(await listUsers(call.context, call.query), call),

  'POST /api/send-invitation': (call) => {
    const { context, body, keep } = call
    const { email, fullName, wealthManagerId, mail } = body
    const invitation = { email, fullName: fullName || null, wealthManagerId }
    return inviteClient(withEditedMail(call, mail), invitation, (tx, temporary) =>
      keep(tx, { email, temporaryPassword: temporary.password, ...handedOver(context, temporary) }),
    )
  },

  'GET /api/system-admin/stats': ({ context, now }) => systemStats(context, now),

  'GET /api/system-admin/users': async (call) =>
    answerWithPage(await listAdministered(call, call.query), call),

  'GET /api/system-admin/applications': async (call) =>
    answerWithPage(await listStandings(call.context, call.query), call),

  'POST /api/system-admin/users': (call) => {
    const { context, keep } = call
    const { mail, ...body } = call.body
    const account = {
      ...body,
      fullName: body.fullName || null,
      password: body.password || null,
      wealthManagerId: body.wealthManagerId ?? null,
      faisDocumentPath: body.faisDocumentPath ?? null,
      firmLetter: body.firmLetter ?? false,
    }
    return createAccount(withEditedMail(call, mail), account, async (tx, { id, temporary }) =>
      keep(tx, {
        user: await administered(tx, call, id),
        ...(temporary === null
          ? { temporaryPassword: null, expiresAt: null, emailed: false }
          : { temporaryPassword: temporary.password, ...handedOver(context, temporary) }),
      }),
    )
  },

  'PATCH /api/system-admin/users/{id}': async (call) => {
    const { context, params, body } = call
    const undo = await editAccount(call, params.id, body)
    return { ...(await administered(context.database.db, call, params.id)), undo }
  },

  'DELETE /api/system-admin/users/{id}': async (call) => {
    await deleteAccount(call, call.params.id)
    return undefined
  },

  'POST /api/system-admin/users/{id}/reset-password': (call) =>
    resetPassword(withEditedMail(call, call.body.mail), call.params.id, (tx, { username, ...temporary }) =>
      call.keep(tx, { username, newPassword: temporary.password, ...handedOver(call.context, temporary) }),
    ),

  'POST /api/system-admin/users/{id}/sign-out': (call) =>
    signOutEverywhere(call, call.params.id, (tx, endedSessions) => call.keep(tx, { endedSessions })),

  'DELETE /api/system-admin/users/{id}/second-factor': async (call) => {
    await resetSecondFactor(call, call.params.id)
    return undefined
  },
  'POST /api/fais-documents/upload': async (call) => {
    const ownOrigin = ownOriginOf(call.context, call.request)
    return { uploadURL: await giveLetterAddress(call, { size: call.body.size, ownOrigin }) }
  },

  'PUT /api/system-admin/users/{id}/fais-document': async (call) => {
    const letter = { managerId: call.params.id, address: call.body.documentURL }
    return { faisDocumentPath: pathOfLetter(await replaceLetter(call, letter)) }
  },

  'PUT /api/system-admin/users/{id}/current-fais-document': async (call) => {
    await restoreLetter(call, { managerId: call.params.id, ...call.body })
    return { faisDocumentPath: pathOfLetter(call.body.documentId) }
  },

  'GET /api/system-admin/users/{id}/fais-documents': async (call) => {
    const { context, params } = call
    const { faisDocumentPath } = await administered(context.database.db, call, params.id)
    const versions = await letterVersions(context.database.db, params.id)
    return versions.map((version) => presentVersion(context.keyring, version, faisDocumentPath))
  },

  'GET /fais-documents/{path}': async (call) => {
    const opened = await openStaffLetter(call, call.params.path)
    return sendDocument(call.reply, opened, { asked: 'inline' })
  },
}
