import { and, eq, getTableColumns, getTableName, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { statusesWith } from '#features/access/rules/lifecycle/statuses.ts'
import type { ApplicationSort } from '#base/rules/api/list.ts'
import type { Queries } from '#base/server/db/database.ts'
import {
  applicationSummaries as summaries,
  statusRankOf,
} from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { managers, nameOfManager } from '#features/applications/server/record/manager-columns.ts'
import {
  changerName,
  changers,
  lastChange,
  userWhoChanged,
} from '#features/review/server/status-changed-by.ts'
import { byColumn, type ListOrders, type Slice } from '#base/server/lists/paginate.ts'
import type { Listed } from '#base/server/lists/read-rows.ts'

const statusRank = statusRankOf(summaries.status)

/** Queues start with corrections sent by clients (2), then other applications that wait for staff (1). */
const queueRank = sql<number>`case when ${summaries.waitingOn} = 'staff' then 2
  when ${summaries.waitingOn} is null and ${inArray(summaries.status, statusesWith('awaiting'))} then 1 else 0 end`

const rank = z.number().int().min(0).max(99)

/** The sort orders of application lists. */
export const applicationOrders = {
  name: 'a list in this order',
  keys: {
    applicationId: byColumn(summaries.applicationId),
    createdAt: byColumn(summaries.createdAt),
    nameKey: byColumn(summaries.nameKey),
    statusRank: { value: statusRank, schema: rank, nullable: false },
    queueRank: { value: queueRank, schema: rank, nullable: false },
    queueSince: byColumn(summaries.queueSince),
    submittedAt: byColumn(summaries.submittedAt),
    netWorth: byColumn(summaries.netWorth),
    onboardedAt: byColumn(summaries.onboardedAt),
    statusChangedAt: byColumn(summaries.statusChangedAt),
    lastActiveOn: byColumn(summaries.lastActiveOn),
  },
  orders: {
    createdAt: ['createdAt'],
    fullName: ['nameKey'],
    status: ['statusRank', 'createdAt'],
    queue: ['queueRank', 'queueSince'],
    submittedAt: ['submittedAt'],
    netWorth: ['netWorth'],
    onboardedAt: ['onboardedAt'],
    waitingSince: ['queueSince'],
    statusSince: ['statusChangedAt'],
    lastActivity: ['lastActiveOn'],
  },
  unique: 'applicationId',
} as const satisfies ListOrders<ApplicationSort, string>

const { searchText: _, reviewBaseAt: __, answeredAt: ___, ...listedColumns } = getTableColumns(summaries)

/** The ids of a page. */
export function idsIn(db: Queries, listed: SQL | undefined, slice: Slice) {
  return sliced(db.select({ id: summaries.applicationId }).from(summaries).$dynamic(), listed, slice)
}

function sliced<Select extends PgSelect>(
  select: Select,
  listed: SQL | undefined,
  { where, orderBy, limit }: Slice,
) {
  return select
    .where(and(listed, where))
    .orderBy(...orderBy)
    .limit(limit)
}

/** The rows of a page. */
export function selectRows(
  db: Queries,
  listed: SQL | undefined,
  slice: Slice,
  of: { pack: SQL<ListedApplication['pack']>; prohibited: SQL<boolean> },
) {
  const change = lastChange(summaries.applicationId, summaries.statusChangedAt)
  // Only the rows of the page are joined. It has the table's name, so that expressions of its columns are of the page's.
  const page = sliced(db.select(listedColumns).from(summaries).$dynamic(), listed, slice).as(
    getTableName(summaries),
  )
  return db
    .select({
      ...listedColumns,
      statusRank,
      queueRank,
      reference: applications.reference,
      promisedBy: applications.answerPromisedBy,
      wealthManagerName: nameOfManager,
      statusChangedById: change.actorId,
      statusChangedByName: changerName,
      ...of,
    })
    .from(page)
    .innerJoin(applications, eq(applications.id, summaries.applicationId))
    .leftJoin(managers, eq(managers.id, summaries.wealthManagerId))
    .leftJoinLateral(change, sql`true`)
    .leftJoin(changers, eq(changers.id, change.actorId))
    .orderBy(...slice.orderBy)
}

/** A row of application lists. */
export type SummaryRow = Listed<Awaited<ReturnType<typeof selectRows>>[number]>

/** An application as shown in lists. */
export function presentListed(row: SummaryRow): ListedApplication {
  return {
    id: row.applicationId,
    userId: row.userId,
    status: row.status,
    waitingOn: row.waitingOn,
    currentStep: row.currentStep,
    createdAt: row.createdAt,
    submittedAt: row.submittedAt,
    onboardedAt: row.onboardedAt,
    cancelledAt: row.cancelledAt,
    waitingSince: row.queueRank > 0 ? row.queueSince : null,
    answerPromisedBy: row.promisedBy,
    statusChangedAt: row.statusChangedAt,
    statusChangedBy: userWhoChanged(row),
    lastActiveOn: row.lastActiveOn,
    createdByWealthManagerId: row.wealthManagerId,
    wealthManagerName: row.wealthManagerName,
    unassigned: row.unassigned,
    invitedUntil: row.invitedUntil,
    fullName: row.fullName,
    emailAddress: row.emailAddress,
    mobileNumber: row.mobileNumber,
    netWorth: row.netWorth === null ? null : Number(row.netWorth),
    pack: row.pack,
    prohibited: row.prohibited,
  }
}
