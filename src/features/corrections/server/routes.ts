import type { Corrections, correctionEndpoints } from '#features/corrections/api.ts'
import type { Application } from '#features/applications/api/application.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { presentApplication } from '#features/wizard/server/present.ts'
import { applicationOfClient } from '#features/wizard/server/queries.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import { kindOf } from '#features/documents/server/document-target.ts'
import { urlOfDocument } from '#features/documents/server/present.ts'
import { registerDocument } from '#features/documents/server/register.ts'
import type { Call, Handlers } from '#features/access/server/http/route.ts'
import { withEditedMail } from '#features/mail/server/edited-mail.ts'
import { notFound } from '#base/server/domain-error.ts'
import { itemOfClient, reply, sendBack } from './answer.ts'
import { askClient, withdraw } from './ask.ts'
import { addDraftItem, removeItem } from './draft-request.ts'
import { correctionFigures } from './figures.ts'
import { cancelOwn, openByClient } from './open-by-client.ts'
import { reviewItem } from './review-item.ts'
import { correctionsOf } from './view.ts'

type Keys = keyof typeof correctionEndpoints
type KeyedOfStaff =
  | 'POST /api/admin/applications/{id}/corrections/items'
  | 'POST /api/admin/applications/{id}/corrections/send'
  | 'POST /api/admin/applications/{id}/corrections/withdraw'

/** Routes of correction requests, for staff and for clients. */
export const correctionHandlers: Handlers<Keys> = {
  'GET /api/admin/correction-figures': ({ context, now }) =>
    correctionFigures(context.database.pool, null, now),

  'GET /api/wealth-manager/correction-figures': ({ context, actor, now }) =>
    correctionFigures(context.database.pool, actor.userId, now),

  'GET /api/admin/applications/{id}/corrections': ({ context, params, actor }) =>
    correctionsOf(context, params.id, actor),

  'POST /api/admin/applications/{id}/corrections/items': (call) =>
    addDraftItem(call, call.params.id, call.body, respondWithCorrections(call)),

  'DELETE /api/admin/applications/{id}/corrections/items/{itemId}': async (call) => {
    await removeItem(call, call.params)
    return undefined
  },

  'POST /api/admin/applications/{id}/corrections/send': (call) =>
    askClient(
      withEditedMail(call, call.body.mail),
      call.params.id,
      call.body.dueOn,
      respondWithCorrections(call),
    ),

  'POST /api/admin/applications/{id}/corrections/withdraw': (call) =>
    withdraw(call, call.params.id, respondWithCorrections(call)),

  'PUT /api/admin/applications/{id}/corrections/items/{itemId}/verdict': async (call) => {
    await reviewItem(call, call.params, call.body)
    return correctionsOf(call.context, call.params.id, call.actor)
  },

  'POST /api/application/corrections': (call) =>
    openByClient(call, call.body.subject, async (tx) =>
      call.keep(tx, await applicationNow(call.context, tx, call.actor)),
    ),

  'DELETE /api/application/corrections': async (call) => {
    await cancelOwn(call)
    return undefined
  },

  'PUT /api/application/corrections/{id}/reply': async (call) => {
    const { context, params, actor, body } = call
    await reply(call, params.id, body.reply)
    return applicationNow(context, context.database.db, actor)
  },

  'PUT /api/application/corrections/{id}/file': async (call) => {
    const { context, params, actor, body } = call
    const { fileURL: address, fileName, password } = body
    const kind = kindOf((await itemOfClient(context, params.id, actor)).subject)
    if (kind === null) throw notFound()
    const id = await registerDocument(call, { kind, address, fileName, password, itemId: params.id })
    return { objectPath: urlOfDocument(id), id }
  },

  'POST /api/application/corrections/send': (call) =>
    sendBack(call, async (tx) => call.keep(tx, await applicationNow(call.context, tx, call.actor))),
}

async function applicationNow(context: Context, db: Queries, actor: Actor): Promise<Application> {
  const within = { keyring: context.keyring, database: { db } }
  return presentApplication(context, await applicationOfClient(within, actor.userId))
}

/** Responds with the current corrections, and stores the response. */
function respondWithCorrections({ context, params, actor, keep }: Call<KeyedOfStaff>) {
  return async (tx: Transaction) => {
    const within = { keyring: context.keyring, database: { db: tx } }
    const now: Corrections = await correctionsOf(within, params.id, actor)
    return keep(tx, now)
  }
}
