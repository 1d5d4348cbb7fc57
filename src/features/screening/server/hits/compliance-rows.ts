import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { statusesWith } from '#features/access/rules/lifecycle/statuses.ts'
import { approvalKindNames, isAboutHit, needsSenior } from '#features/approvals/rules/approvals.ts'
import { selectApprovals } from '#features/approvals/server/approvals.ts'
import { isNotAbout } from '#features/screening/server/staff-subject.ts'
import type { Database } from '#base/server/db/database.ts'
import { approvals } from '#features/approvals/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { hits } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TodayRow } from '#features/today/rules/today.ts'
import { MAX_OF_A_KIND, todayRow, type TodayCall } from '#features/today/server/today.ts'
import { selectHits } from './present-hits.ts'

const aboutHits = approvalKindNames.filter(isAboutHit)
const forAnyone = approvalKindNames.filter((kind) => !needsSenior(kind))
const one = sql`1`

/**
 * The possible matches, confirmed ones that are no longer found, and requests for sign-off that an admin can decide: not
 * their own requests, none about themselves, and of a declined application only what is about a match, a hold or a name.
 */
export async function complianceRows({ context, actor, now }: TodayCall): Promise<TodayRow[]> {
  const { database, settings } = context
  if (!settings.dueDiligence.on || actor.role !== 'admin') return []
  const [matches, requests] = await Promise.all([
    openMatches(database.db, actor, now),
    requestsFor(database.db, actor, now),
  ])
  return [...matches, ...requests]
}

async function openMatches(db: Database, actor: Doer, now: Date): Promise<TodayRow[]> {
  const lifting = db
    .select({ one })
    .from(approvals)
    .where(and(eq(approvals.object, hits.id), isNull(approvals.decision), gt(approvals.lapsesAt, now)))
  const found = await selectHits(db)
    .where(
      and(
        inArray(hits.state, ['open', 'waiting', 'match']),
        or(
          eq(hits.state, 'open'),
          and(eq(hits.state, 'waiting'), sql`${hits.waitsUntil} <= ${now.toISOString()}`),
          and(isNotNull(hits.notFoundBecause), notExists(lifting)),
        ),
        isNoneOf(db, hits.applicationId, eq(applications.userId, actor.userId)),
        isNotAbout(actor, hits.subjectId),
      ),
    )
    .orderBy(hits.foundAt)
    .limit(MAX_OF_A_KIND)
  return found.map(({ hit, clientName }) =>
    todayRow({
      kind: 'match',
      applicationId: hit.applicationId,
      name: clientName ?? 'Without a name',
      since: hit.foundAt.toISOString(),
      strong: hit.strong,
      item: hit.id,
    }),
  )
}

async function requestsFor(db: Database, actor: Doer, now: Date): Promise<TodayRow[]> {
  const { userId } = actor
  const isSenior = db
    .select({ one })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.seniorManagerSince)))
  const isHitWaiting = db
    .select({ one })
    .from(hits)
    .where(
      and(
        eq(hits.id, approvals.object),
        sql`${hits.state} = case ${approvals.kind} when 'match-lifted' then 'match' else 'waiting' end`,
      ),
    )
  const found = await selectApprovals(db)
    .where(
      and(
        isNull(approvals.decision),
        gt(approvals.lapsesAt, now),
        ne(approvals.askedBy, userId),
        or(inArray(approvals.kind, forAnyone), exists(isSenior)),
        isNoneOf(db, approvals.applicationId, eq(applications.userId, userId)),
        or(isNull(approvals.subjectId), isNotAbout(actor, approvals.subjectId)),
        or(
          and(inArray(approvals.kind, aboutHits), exists(isHitWaiting)),
          inArray(approvals.kind, ['hold-lifted', 'name-dropped']),
          and(
            notInArray(approvals.kind, aboutHits),
            isNoneOf(db, approvals.applicationId, inArray(applications.status, statusesWith('declined'))),
          ),
        ),
      ),
    )
    .orderBy(approvals.askedAt)
    .limit(MAX_OF_A_KIND)
  return found.map(({ approval, clientName, askedByName }) =>
    todayRow({
      kind: 'sign-off',
      applicationId: approval.applicationId,
      name: clientName ?? 'Without a name',
      since: approval.askedAt.toISOString(),
      by: askedByName,
      item: approval.id,
    }),
  )
}

function isNoneOf(db: Database, applicationId: AnyPgColumn, such: SQL | undefined): SQL {
  return notExists(
    db
      .select({ one })
      .from(applications)
      .where(and(eq(applications.id, applicationId), such)),
  )
}
