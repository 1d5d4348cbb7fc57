import { applicationStatuses, statusesWith, statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { waitSince } from '#features/applications/rules/waiting.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { views, type ViewName } from '#features/review/rules/views.ts'
import {
  allClients,
  countEach,
  listApplications,
  ownList,
  type Asking,
  type Filter,
} from '#features/review/server/list.ts'
import type { TodayKind, TodayRow } from '#features/today/rules/today.ts'
import { MAX_OF_A_KIND, todayRow, type TodayCall } from './today.ts'

const active = applicationStatuses.filter((status) => !statusTraits[status].declined)

/** What there is to do about applications: for admins what only they can do, for managers what their clients sent. */
export async function applicationRows(call: TodayCall): Promise<TodayRow[]> {
  const rows = await Promise.all(call.actor.role === 'admin' ? ofAdmins(call) : ofManagers(call))
  return rows.flat()
}

function ofAdmins(call: TodayCall): Promise<TodayRow[]>[] {
  const { dueDiligence } = call.context.settings
  const asking = allClients(call)
  const rowsOf = async (kind: TodayKind, filter: Filter) => {
    const listed = await read(call, asking, filter)
    return listed.map((one) => rowOf(call, kind, one))
  }
  return [
    late(call, asking),
    rowsOf('assign', { wealthManager: 'none', status: statusesWith('awaiting') }),
    ...(dueDiligence.on
      ? [
          rowsOf('onboard', views.readyToOnboard.filter),
          rowsOf('rate', views.ratingsToMake.filter),
          rowsOf('renew', views.dueDiligenceDue.filter),
        ]
      : []),
    counted(call, asking, {
      'invitations-expired': { invitation: 'expired' },
      'inactive-drafts': views.quietDrafts.filter,
      ...(dueDiligence.on && { expiring: views.papersExpiring.filter }),
    }),
  ]
}

function ofManagers(call: TodayCall): Promise<TodayRow[]>[] {
  const asking = ownList(call)
  return [
    sent(call, asking),
    counted(call, asking, {
      'invitations-expired': { invitation: 'expired' },
      'inactive-drafts': views.quietDrafts.filter,
    }),
  ]
}

/** Clients of managers who answer later than promised. */
async function late(call: TodayCall, asking: Asking): Promise<TodayRow[]> {
  const waiting = await read(call, asking, views.waitingForUs.filter, 'waitingForUs')
  return waiting
    .filter(({ unassigned }) => !unassigned)
    .map((one) => rowOf(call, 'late', one))
    .filter((row) => row.late)
}

/** What clients sent: an application, corrections, or documents of due diligence. */
async function sent(call: TodayCall, asking: Asking): Promise<TodayRow[]> {
  const waiting = await read(call, asking, views.waitingForUs.filter, 'waitingForUs')
  const rows = waiting.map((one) => rowOf(call, one.waitingOn === 'staff' ? 'corrections' : 'submitted', one))
  if (!call.context.settings.dueDiligence.on) return rows
  const known = new Set(waiting.map(({ id }) => id))
  const toCheck = await read(call, asking, { status: active, pack: 'with-us' })
  return [...rows, ...toCheck.filter(({ id }) => !known.has(id)).map((one) => rowOf(call, 'documents', one))]
}

async function read(
  { context }: TodayCall,
  asking: Asking,
  filter: Filter,
  order: ViewName = 'approved',
): Promise<ListedApplication[]> {
  const { sort, direction } = views[order]
  const page = await listApplications(context, asking, { ...filter, sort, direction, limit: MAX_OF_A_KIND })
  return page.rows
}

function rowOf({ context, actor, now }: TodayCall, kind: TodayKind, listed: ListedApplication): TodayRow {
  const { id, fullName, emailAddress, waitingSince, answerPromisedBy, wealthManagerName } = listed
  const wait =
    waitingSince === null
      ? null
      : waitSince(new Date(waitingSince), now, context.settings.branding.office, answerPromisedBy)
  return todayRow({
    kind,
    applicationId: id,
    name: fullName ?? emailAddress,
    since: waitingSince,
    promisedBy: wait?.promisedBy ?? null,
    late: wait?.late ?? false,
    manager: listed.createdByWealthManagerId === actor.userId ? null : wealthManagerName,
  })
}

/** One row for all clients of a kind. */
async function counted(
  { context }: TodayCall,
  asking: Asking,
  filters: Partial<Record<TodayKind, Filter>>,
): Promise<TodayRow[]> {
  const kinds = Object.keys(filters) as TodayKind[]
  const counts = await countEach(
    context.database.db,
    kinds.map((kind) => filters[kind] ?? {}),
    asking,
  )
  return kinds.flatMap((kind, index) => {
    const count = counts[index] ?? 0
    return count === 0 ? [] : [todayRow({ kind, count })]
  })
}
