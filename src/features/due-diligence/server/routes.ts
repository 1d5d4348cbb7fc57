import type { approvalEndpoints } from '#features/approvals/api.ts'
import type { Approval } from '#features/approvals/api.ts'
import type { dueDiligenceEndpoints } from '#features/due-diligence/api/due-diligence.ts'
import type { retentionHoldEndpoints } from '#features/due-diligence/api/retention-holds.ts'
import type { riskModelEndpoints } from '#features/due-diligence/api/risk-rating.ts'
import { urlOfDocument } from '#features/documents/server/present.ts'
import { ownOriginOf } from '#features/documents/server/routes.ts'
import { givePaperAddress } from '#features/documents/server/upload-addresses.ts'
import { notFound } from '#base/server/domain-error.ts'
import { readIfMatch } from '#base/server/http/etag.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { answerWithPage } from '#base/server/lists/answer-with-page.ts'
import { handIn, saveDraft } from './answer.ts'
import { approvalsOf, listOpenApprovals } from '#features/approvals/server/approvals.ts'
import { decideApproval } from '#features/approvals/server/decide-approval.ts'
import { decideApprovals } from '#features/approvals/server/decide-approvals.ts'
import { askForTasks } from './ask.ts'
import { requirePack, type Loading } from './load.ts'
import { askForOverride } from './override.ts'
import { registerOwnPaper, registerStaffPaper, removeOwnPaper } from './papers.ts'
import { packOfClient, reviewedPack } from './present.ts'
import { liftHold } from './lift-hold.ts'
import { holdRecords, holdsOf } from './retention-holds.ts'
import { confirmCountries } from './rating/country-lists.ts'
import { rateClient } from './rating/rate-client.ts'
import { listModels } from './rating/list-models.ts'
import { proposeModel, putInForce } from './rating/change-model.ts'
import { requireStaffScope, showAccount } from './show-account.ts'
import { giveVerdict } from './verify.ts'

async function approval(context: Loading, id: string, now: Date): Promise<Approval> {
  const [found] = await approvalsOf(context, { ids: [id], now })
  if (found === undefined) throw notFound()
  return found
}

/** Routes of due diligence and approvals. */
export const dueDiligenceHandlers: Handlers<
  | keyof typeof dueDiligenceEndpoints
  | keyof typeof approvalEndpoints
  | keyof typeof retentionHoldEndpoints
  | keyof typeof riskModelEndpoints
> = {
  'GET /api/application/pack': async ({ context, actor, now }) => {
    requirePack(context.settings)
    return packOfClient(context, actor, now)
  },

  'PUT /api/application/pack/{task}': async (call) => {
    const { context, actor, now, params, query, body: draft, request } = call
    const saving = { draft, changed: query.changed === '1', isCurrent: readIfMatch(request) }
    await saveDraft(call, params.task, saving)
    return packOfClient(context, actor, now)
  },

  'PUT /api/application/pack/{task}/file': async (call) => {
    const id = await registerOwnPaper(call, call.params.task, call.body)
    return { objectPath: urlOfDocument(id), id }
  },

  'DELETE /api/application/pack/files/{documentId}': async (call) => {
    await removeOwnPaper(call, call.params.documentId)
    return undefined
  },

  'POST /api/application/pack/{task}/hand-in': (call) =>
    handIn(call, { ...call.params, ...call.body }, async (tx) =>
      call.keep(tx, await packOfClient({ ...call.context, database: { db: tx } }, call.actor, call.now)),
    ),

  'GET /api/admin/applications/{id}/pack': async ({ context, params, actor, now }) => {
    requirePack(context.settings)
    return reviewedPack(context, params.id, { actor, now })
  },

  'POST /api/admin/applications/{id}/pack/upload': async (call) => {
    const { context, request, params, body } = call
    await requireStaffScope(call, params.id)
    return { uploadURL: await givePaperAddress(call, { ...body, ownOrigin: ownOriginOf(context, request) }) }
  },

  'PUT /api/admin/applications/{id}/pack/{task}/file': async (call) => {
    const id = await registerStaffPaper(call, call.params, call.body)
    return { objectPath: urlOfDocument(id), id }
  },

  'PUT /api/admin/applications/{id}/pack/{task}/verdict': async (call) => {
    const { context, params, body, actor, now } = call
    await giveVerdict(call, params, body)
    return reviewedPack(context, params.id, { actor, now })
  },

  'POST /api/admin/applications/{id}/pack/ask': (call) => {
    const { context, params, body, actor, now } = call
    return askForTasks(call, { id: params.id, dueOn: body.dueOn, again: body.again }, async ({ tx }) =>
      call.keep(tx, await reviewedPack({ ...context, database: { db: tx } }, params.id, { actor, now })),
    )
  },

  'POST /api/admin/applications/{id}/rating': (call) => {
    const { context, params, body, actor, now } = call
    return rateClient(call, params.id, body, async ({ tx }) =>
      call.keep(tx, await reviewedPack({ ...context, database: { db: tx } }, params.id, { actor, now })),
    )
  },

  'POST /api/admin/applications/{id}/retention-holds': (call) => {
    const { context, params, body, now } = call
    return holdRecords(call, params.id, body, async ({ tx }) =>
      call.keep(tx, await holdsOf({ ...context, database: { db: tx } }, params.id, now)),
    )
  },

  'PUT /api/admin/applications/{id}/retention-holds/{holdId}/lifted': async (call) => {
    const { context, params, body, now } = call
    await liftHold(call, params, body.words)
    return holdsOf(context, params.id, now)
  },

  'POST /api/admin/applications/{id}/pack/account': (call) => showAccount(call, call.params.id),

  'GET /api/admin/risk-models': async ({ context, actor }) => {
    requirePack(context.settings)
    return listModels(context, actor)
  },

  'POST /api/admin/risk-models': (call) =>
    proposeModel(call, call.body, async (tx) =>
      call.keep(tx, await listModels({ ...call.context, database: { db: tx } }, call.actor)),
    ),

  'PUT /api/admin/risk-models/countries-compared': async (call) => {
    await confirmCountries(call, call.body.comparedOn)
    return listModels(call.context, call.actor)
  },

  'POST /api/admin/risk-models/{version}/in-force': async (call) => {
    await putInForce(call, call.params.version)
    return listModels(call.context, call.actor)
  },

  'POST /api/admin/applications/{id}/gate-override': (call) => {
    const { context, params, body, now } = call
    return askForOverride(call, params.id, body.reason, async (tx, id) =>
      call.keep(tx, await approval({ ...context, database: { db: tx } }, id, now)),
    )
  },

  'GET /api/admin/compliance/approvals': async (call) => {
    const { context, actor, query, now } = call
    requirePack(context.settings)
    return answerWithPage(await listOpenApprovals(context, { ...query, actor, now }), call)
  },

  'PUT /api/admin/approvals': (call) => {
    requirePack(call.context.settings)
    return decideApprovals(call, call.body)
  },

  'PUT /api/admin/approvals/{id}': async (call) => {
    const { context, params, body, now } = call
    requirePack(context.settings)
    await decideApproval(call, params.id, body)
    return approval(context, params.id, now)
  },
}
