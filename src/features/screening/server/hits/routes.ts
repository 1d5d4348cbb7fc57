import type { ApplicationScreening, screeningEndpoints } from '#features/screening/api/screening.ts'
import { requireStaffScope } from '#features/due-diligence/server/show-account.ts'
import { comparedImports } from '#features/screening/server/compared-clients.ts'
import { editionsInForce } from '#features/screening/server/editions.ts'
import { requireScreening } from '#features/screening/server/required.ts'
import { screenStaffNow } from '#features/screening/server/screen-staff.ts'
import type { Owner } from '#features/screening/server/subjects.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { recordRead } from '#features/audit/server/record.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { answerWithPage } from '#base/server/lists/answer-with-page.ts'
import { notFound } from '#base/server/domain-error.ts'
import { askToDropName } from './ask-to-drop-name.ts'
import { askToLift } from './ask-to-lift.ts'
import { decideHits } from './decide-hits.ts'
import { hitsOf, listUndecidedHits } from './present-hits.ts'
import { screeningOfOwner } from './present-screening.ts'
import { requireOtherStaff, screenedStaff } from './screened-staff.ts'
import { screenNow } from './screen-clients.ts'

/** What was found, which is recorded on the person: the trail of an application is the client's to read. */
async function seen(call: CommandContext, owner: Owner): Promise<ApplicationScreening> {
  const screening = await screeningOfOwner(call.context, owner)
  const tx = call.context.database.db
  for (const id of new Set(screening.hits.map(({ subject }) => subject.id)))
    await recordRead({ ...call, tx }, 'hit.seen', id, {})
  return screening
}

/** Routes of screening, for admins. */
export const complianceHandlers: Handlers<keyof typeof screeningEndpoints> = {
  'GET /api/admin/compliance/hits': async (call) => {
    requireScreening(call.context.settings)
    return answerWithPage(await listUndecidedHits(call.context, { ...call.query, actor: call.actor }), call)
  },

  'GET /api/admin/compliance/imported': async ({ context, query }) => {
    requireScreening(context.settings)
    const { db } = context.database
    const lists = await editionsInForce(db)
    return { ...(await comparedImports(db, query.import)), lists: lists.length }
  },

  'PUT /api/admin/hits/verdict': async (call) => {
    requireScreening(call.context.settings)
    await decideHits(call, call.body)
    return hitsOf(call.context, { ids: call.body.ids })
  },

  'PUT /api/admin/hits/{id}/lift': async (call) => {
    requireScreening(call.context.settings)
    const { id } = call.params
    await askToLift(call, id, call.body)
    const [hit] = await hitsOf(call.context, { ids: [id] })
    if (hit === undefined) throw notFound()
    return hit
  },

  'PUT /api/admin/screened-people/{id}/dropped-name': async (call) => {
    requireScreening(call.context.settings)
    const owner = await askToDropName(call, call.params.id, call.body)
    return screeningOfOwner(call.context, owner)
  },

  'GET /api/admin/applications/{id}/screening': async (call) => {
    requireScreening(call.context.settings)
    await requireStaffScope(call, call.params.id)
    return seen(call, { applicationId: call.params.id })
  },

  'GET /api/admin/compliance/staff': ({ context, actor }) => {
    requireScreening(context.settings)
    return screenedStaff(context.database.db, actor)
  },

  'GET /api/admin/staff/{id}/screening': async (call) => {
    requireScreening(call.context.settings)
    await requireOtherStaff(call, call.params.id)
    return seen(call, { userId: call.params.id })
  },

  'POST /api/admin/staff/{id}/screening': async (call) => {
    requireScreening(call.context.settings)
    await screenStaffNow(call, call.params.id)
    return screeningOfOwner(call.context, { userId: call.params.id })
  },

  'POST /api/admin/applications/{id}/screening': async (call) => {
    requireScreening(call.context.settings)
    await screenNow(call, call.params.id)
    return screeningOfOwner(call.context, { applicationId: call.params.id })
  },
}
