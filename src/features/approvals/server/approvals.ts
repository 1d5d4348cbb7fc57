import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { and, desc, eq, gt, inArray, isNull, notExists, or, sql, type Placeholder } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Approval } from '#features/approvals/api.ts'
import { statusesWith } from '#features/access/rules/lifecycle/statuses.ts'
import {
  approvalKindNames,
  isAboutHit,
  isAboutRecord,
  overrideEndsAt,
} from '#features/approvals/rules/approvals.ts'
import { approvals } from '#features/approvals/schema.ts'
import type { DatabaseConnection, Queries } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import { isNotAbout } from '#features/screening/server/staff-subject.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { readRows } from '#base/server/lists/read-rows.ts'
import { byColumn, paginate, type ListOrders, type Page } from '#base/server/lists/paginate.ts'
import type { Loading } from '#features/due-diligence/server/load.ts'

type Row = typeof approvals.$inferSelect

const askers = alias(users, 'askers')
const deciders = alias(users, 'deciders')
const clients = alias(users, 'clients')

/** Requests for approval of an application, or about a member of staff, or those with these ids, newest first. */
export async function approvalsOf(
  { keyring, database: { db } }: Pick<Loading, 'keyring' | 'database'>,
  {
    now,
    ...of
  }: { now: Date } & ({ applicationId: string } | { userId: string } | { ids: readonly string[] }),
): Promise<Approval[]> {
  const rows = await selectApprovals(db)
    .where(
      'ids' in of
        ? inArray(approvals.id, [...of.ids])
        : 'userId' in of
          ? eq(screeningSubjects.userId, of.userId)
          : eq(approvals.applicationId, of.applicationId),
    )
    .orderBy(desc(approvals.askedAt), desc(approvals.id))
  return rows.map((row) => presentApproval(keyring, row, now))
}

/** Requests with the names of who asked, who decided, and whom they are about. */
export function selectApprovals(db: Queries) {
  return db
    .select({
      approval: approvals,
      clientName: clients.fullName,
      askedByName: sql<string>`coalesce(${askers.fullName}, ${askers.username})`,
      decidedByName: sql<string | null>`coalesce(${deciders.fullName}, ${deciders.username})`,
    })
    .from(approvals)
    .leftJoin(applications, eq(applications.id, approvals.applicationId))
    .leftJoin(screeningSubjects, eq(screeningSubjects.id, approvals.subjectId))
    .innerJoin(clients, sql`${clients.id} = coalesce(${applications.userId}, ${screeningSubjects.userId})`)
    .innerJoin(askers, eq(askers.id, approvals.askedBy))
    .leftJoin(deciders, eq(deciders.id, approvals.decidedBy))
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectApprovals>>[number]

function presentApproval(keyring: Loading['keyring'], { approval, ...names }: Selected, now: Date): Approval {
  const { id, kind, applicationId, askedBy, askedAt, decidedAt, decision, withdrawnBecause } = approval
  return {
    id,
    kind,
    hitId: isAboutHit(kind) ? approval.object : null,
    applicationId,
    ...names,
    state: decision ?? (approval.lapsesAt <= now ? 'lapsed' : 'open'),
    askedBy,
    askedAt: askedAt.toISOString(),
    askedWords: decrypt(keyring, approvals.askedWords, id, approval.askedWords),
    withdrawnBecause,
    decidedAt: decidedAt?.toISOString() ?? null,
    words: decrypt(keyring, approvals.words, id, approval.words),
    lapsesAt: endOf(approval).toISOString(),
  }
}

/** When an open request lapses, or a granted override ends. */
function endOf({ kind, decision, decidedAt, lapsesAt: lapses }: Row): Date {
  return kind === 'gate' && decision === 'granted' && decidedAt !== null ? overrideEndsAt(decidedAt) : lapses
}

const declined = statusesWith('declined')
const aboutRecords = approvalKindNames.filter(isAboutRecord)

const oldestFirst: ListOrders<'askedAt', 'askedAt' | 'id'> = {
  name: 'this list',
  keys: { askedAt: byColumn(approvals.askedAt), id: byColumn(approvals.id) },
  orders: { askedAt: ['askedAt'] },
  unique: 'id',
}

/** The open requests, oldest first, without those about the actor; of declined applications only those about a hit or a hold. */
export async function listOpenApprovals(
  loading: Loading & { database: Pick<DatabaseConnection, 'pool'> },
  { actor, limit, cursor, now }: { actor: Doer; limit: number; cursor?: string | undefined; now: Date },
): Promise<Page<Approval>> {
  const { db } = loading.database
  const notOwn = or(isNull(approvals.subjectId), isNotAbout(actor, approvals.subjectId))
  const isDeclined = db
    .select({ one: sql`1` })
    .from(applications)
    .where(and(eq(applications.id, approvals.applicationId), inArray(applications.status, declined)))
  const decidable = or(inArray(approvals.kind, aboutRecords), notExists(isDeclined))
  const open = (at: Date | Placeholder) =>
    and(isNull(approvals.decision), gt(approvals.lapsesAt, at), notOwn, decidable)
  const request = { sort: 'askedAt', direction: 'asc', limit, cursor } as const
  return paginate(oldestFirst, request, {
    async read({ where, orderBy, limit: rows, values, shape }) {
      const listed = await readRows(
        loading.database,
        `approvals ${actor.userId} ${shape}`,
        () =>
          db
            .select({ id: approvals.id, askedAt: approvals.askedAt })
            .from(approvals)
            .where(and(open(sql.placeholder('now')), where))
            .orderBy(...orderBy)
            .limit(rows),
        { ...values, now: now.toISOString() },
      )
      const found = new Map(
        (await approvalsOf(loading, { ids: listed.map(({ id }) => id), now })).map((one) => [one.id, one]),
      )
      return listed.flatMap((row) => {
        const approval = found.get(row.id)
        return approval === undefined ? [] : [{ ...row, approval }]
      })
    },
    present: ({ approval }) => approval,
    count: () => db.$count(approvals, open(now)),
  })
}
