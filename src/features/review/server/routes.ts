import type { exportEndpoints } from '#features/review/api/application-exports.ts'
import type { findEndpoints } from '#features/review/api/find.ts'
import type {
  ReviewedApplication,
  staffApplicationEndpoints,
} from '#features/review/api/staff-applications.ts'
import type { timeFigureEndpoints } from '#features/review/api/time-figures.ts'
import { adminViewNames, managerViewNames, offeredViews } from '#features/review/rules/views.ts'
import type { Call, Handlers } from '#features/access/server/http/route.ts'
import type { StoredResponse } from '#features/access/server/idempotency/stored-responses.ts'
import { withEditedMail } from '#features/mail/server/edited-mail.ts'
import { answerWithPage } from '#base/server/lists/answer-with-page.ts'
import { currentStandIns, standInsAbout } from '#features/accounts/server/stand-ins/queries.ts'
import { isActing } from './bulk/queries.ts'
import { answerWithExport } from './export/answer-with-export.ts'
import { changeStatus } from './change-status.ts'
import { adminFigures, statusFigures } from './figures.ts'
import { listApplications, ownList, allClients } from './list.ts'
import { find } from './find.ts'
import { reopen } from './reopen.ts'
import { respondWithApplication } from './respond-with-application.ts'
import { openForReview } from './application-detail.ts'
import { timeFigures } from './time-figures.ts'
import { timelineOf } from './timeline.ts'
import { countViews } from './view-counts.ts'

type Keys =
  | keyof typeof exportEndpoints
  | keyof typeof staffApplicationEndpoints
  | keyof typeof findEndpoints
  | keyof typeof timeFigureEndpoints
type StatusKey = 'PATCH /api/admin/applications/{id}/status' | 'PUT /api/admin/applications/{id}/status'

/** Routes of applications for staff. */
export const staffApplicationHandlers: Handlers<Keys> = {
  'GET /api/admin/applications': async (call) =>
    answerWithPage(await listApplications(call.context, allClients(call), call.query), call),

  'POST /api/staff/find': (call) => find(call, call.body.text),

  'GET /api/admin/application-export': (call) => answerWithExport(call, call.query, allClients(call)),

  'GET /api/wealth-manager/application-export': (call) => answerWithExport(call, call.query, ownList(call)),

  'POST /api/admin/application-export': (call) => answerWithExport(call, call.body, allClients(call)),

  'POST /api/wealth-manager/application-export': (call) => answerWithExport(call, call.body, ownList(call)),

  'GET /api/admin/application-figures': ({ context, now }) => adminFigures(context.database.db, now),

  'GET /api/admin/application-views': async (call) => {
    const { db } = call.context.database
    const names = offeredViews(adminViewNames, call.context.settings.dueDiligence.on)
    const [counts, statuses, standIns, acting] = await Promise.all([
      countViews(db, names, allClients(call)),
      statusFigures(db, null),
      currentStandIns(db, call.now),
      isActing(db, call.actor),
    ])
    return { ...counts, ...statuses, standIns, isActing: acting }
  },

  'GET /api/wealth-manager/application-views': async (call) => {
    const { actor, now } = call
    const { db } = call.context.database
    const names = offeredViews(managerViewNames, call.context.settings.dueDiligence.on)
    const [counts, statuses, standIns, acting] = await Promise.all([
      countViews(db, names, ownList(call)),
      statusFigures(db, [actor.userId, ...(actor.standsInFor ?? [])]),
      standInsAbout(db, actor.userId, now),
      isActing(db, actor),
    ])
    return { ...counts, ...statuses, standIns, isActing: acting }
  },

  'GET /api/wealth-manager/applications': async (call) => {
    const scope = ownList(call)
    return answerWithPage(await listApplications(call.context, scope, call.query), call)
  },

  'GET /api/admin/time-figures': ({ context, now }) => timeFigures(context.database.pool, null, now),

  'GET /api/wealth-manager/time-figures': ({ context, actor, now }) =>
    timeFigures(context.database.pool, actor.userId, now),

  'GET /api/admin/applications/{id}': (call) => openForReview(call, call.params.id, call.query),

  'GET /api/admin/applications/{id}/timeline': async (call) => {
    const { context, params, actor, query } = call
    return answerWithPage(await timelineOf(context, params.id, { reader: actor, page: query }), call)
  },

  'PATCH /api/admin/applications/{id}/status': answerStatusChange,

  'PUT /api/admin/applications/{id}/status': answerStatusChange,

  'POST /api/admin/applications/{id}/reopen': (call) => {
    const { mail, ...wanted } = call.body
    return reopen(withEditedMail(call, mail), call.params.id, wanted, respondWithApplication(call))
  },
}

/** Admins and managers have separate routes to the same command; the lifecycle decides who may do what. */
async function answerStatusChange(call: Call<StatusKey>): Promise<StoredResponse<ReviewedApplication>> {
  const { mail, ...wanted } = call.body
  return changeStatus(withEditedMail(call, mail), call.params.id, wanted, respondWithApplication(call))
}
