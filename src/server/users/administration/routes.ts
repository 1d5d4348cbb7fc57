import type { AdministeredUser, systemUserEndpoints } from '#domain/api/system-users.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/db/database.ts'
import { openStaffLetter } from '#server/documents/read.ts'
import { pathOfLetter } from '#server/documents/present.ts'
import { ownOriginOf } from '#server/documents/routes.ts'
import { sendDocument } from '#server/documents/send-document.ts'
import { letterVersions } from '#server/documents/staff-letter.ts'
import { giveLetterAddress } from '#server/documents/upload-addresses.ts'
import type { Handlers } from '#server/http/route.ts'
import { answerWithPage } from '#server/lists/answer-with-page.ts'
import { notFound } from '#server/refusal.ts'
import { resetPassword, signOutEverywhere } from './access.ts'
import { createAccount } from './create-account.ts'
import { deleteAccount } from './delete-account.ts'
import { editAccount } from './edit-account.ts'
import { listStandings } from './list-applications.ts'
import { findAdministered, listAdministered } from './list.ts'
import { presentVersion } from './present.ts'
import { replaceLetter } from './replace-letter.ts'
import { systemStats } from './stats.ts'

async function administered(db: Queries, id: string): Promise<AdministeredUser> {
  const found = await findAdministered(db, id)
  if (found === undefined) throw notFound()
  return found
}

function isEmailed({ settings }: Context): boolean {
  return settings.mail.smtpUrl !== undefined
}

/** What system administrators do about accounts (specification section 7). */
export const systemUserHandlers: Handlers<keyof typeof systemUserEndpoints> = {
  'GET /api/system-admin/stats': ({ context, now }) => systemStats(context.database.pool, now),

  'GET /api/system-admin/users': async (call) =>
    answerWithPage(await listAdministered(call.context, call.query), call),

  'GET /api/system-admin/applications': async (call) =>
    answerWithPage(await listStandings(call.context, call.query), call),

  'POST /api/system-admin/users': ({ context, actor, origin, now, body, keep }) => {
    const account = {
      ...body,
      fullName: body.fullName || null,
      password: body.password || null,
      wealthManagerId: body.wealthManagerId ?? null,
      faisDocumentPath: body.faisDocumentPath ?? null,
    }
    return createAccount(context, account, { actor, origin, now }, async (tx, { id, temporary }) =>
      keep(tx, {
        user: await administered(tx, id),
        temporaryPassword: temporary?.password ?? null,
        expiresAt: temporary?.expiresAt.toISOString() ?? null,
        emailed: temporary !== null && isEmailed(context),
      }),
    )
  },

  'PATCH /api/system-admin/users/{id}': async ({ context, params, body, actor, origin, now }) => {
    await editAccount(context, { id: params.id, changes: body }, { actor, origin, now })
    return administered(context.database.db, params.id)
  },

  'DELETE /api/system-admin/users/{id}': async ({ context, params, actor, origin, now }) => {
    await deleteAccount(context, params.id, { actor, origin, now })
    return undefined
  },

  'POST /api/system-admin/users/{id}/reset-password': ({ context, params, actor, origin, now, keep }) =>
    resetPassword(context, params.id, { actor, origin, now }, (tx, { expiresAt, ...reset }) =>
      keep(tx, { ...reset, expiresAt: expiresAt.toISOString(), emailed: isEmailed(context) }),
    ),

  'POST /api/system-admin/users/{id}/sign-out': ({ context, params, actor, origin, now, keep }) =>
    signOutEverywhere(context, params.id, { actor, origin, now }, (tx, endedSessions) =>
      keep(tx, { endedSessions }),
    ),

  'POST /api/fais-documents/upload': async ({ context, actor, origin, body, request, now }) => {
    const ownOrigin = ownOriginOf(context, request)
    return { uploadURL: await giveLetterAddress(context, { actor, origin, size: body.size, ownOrigin, now }) }
  },

  'PUT /api/system-admin/users/{id}/fais-document': async (call) => {
    const { context, params, body, actor, origin, now } = call
    const letter = { managerId: params.id, address: body.documentURL }
    return { faisDocumentPath: pathOfLetter(await replaceLetter(context, letter, { actor, origin, now })) }
  },

  'GET /api/system-admin/users/{id}/fais-documents': async ({ context, params }) => {
    const { faisDocumentPath } = await administered(context.database.db, params.id)
    const versions = await letterVersions(context.database.db, params.id)
    return versions.map((version) => presentVersion(context.keyring, version, faisDocumentPath))
  },

  'GET /fais-documents/{path}': async ({ context, params, actor, origin, now, reply }) => {
    const opened = await openStaffLetter(context, params.path, { actor, origin, now })
    return sendDocument(reply, opened, { asked: 'inline' })
  },
}
