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
import { applicationStatuses, statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { approvalKindNames, isAboutHit, needsSenior } from '#features/approvals/rules/approvals.ts'
import { MAX_COUNTED } from '#features/notes/rules/notifications/kinds.ts'
import { isNotAbout } from '#features/screening/server/staff-subject.ts'
import type { Database } from '#base/server/db/database.ts'
import { approvals } from '#features/approvals/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { hits } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'

const declined = applicationStatuses.filter((status) => statusTraits[status].declined)
const aboutHits = approvalKindNames.filter(isAboutHit)
const forAnyone = approvalKindNames.filter((kind) => !needsSenior(kind))

/**
 * The number of open hits, of confirmed matches that are no longer found, and of requests that a user can decide, up to
 * a maximum: not their own requests, none about themselves, and of a declined application only what is about a hit or a hold.
 */
export async function countWaiting(db: Database, actor: Doer, now: Date): Promise<number> {
  const { userId } = actor
  const one = sql`1`
  const isOwn = eq(applications.userId, userId)
  const isNoneOf = (applicationId: AnyPgColumn, such: SQL | undefined) =>
    notExists(
      db
        .select({ one })
        .from(applications)
        .where(and(eq(applications.id, applicationId), such)),
    )
  const lifting = db
    .select({ one })
    .from(approvals)
    .where(and(eq(approvals.object, hits.id), isNull(approvals.decision), gt(approvals.lapsesAt, now)))
  const open = db
    .select({ one })
    .from(hits)
    .where(
      and(
        inArray(hits.state, ['open', 'waiting', 'match']),
        or(
          eq(hits.state, 'open'),
          and(eq(hits.state, 'waiting'), sql`${hits.waitsUntil} <= ${now.toISOString()}`),
          and(isNotNull(hits.notFoundBecause), notExists(lifting)),
        ),
        isNoneOf(hits.applicationId, isOwn),
        isNotAbout(actor, hits.subjectId),
      ),
    )
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
  const requests = db
    .select({ one })
    .from(approvals)
    .where(
      and(
        isNull(approvals.decision),
        gt(approvals.lapsesAt, now),
        ne(approvals.askedBy, userId),
        or(inArray(approvals.kind, forAnyone), exists(isSenior)),
        isNoneOf(approvals.applicationId, isOwn),
        or(isNull(approvals.subjectId), isNotAbout(actor, approvals.subjectId)),
        or(
          and(inArray(approvals.kind, aboutHits), exists(isHitWaiting)),
          inArray(approvals.kind, ['hold-lifted', 'name-dropped']),
          and(
            notInArray(approvals.kind, aboutHits),
            isNoneOf(approvals.applicationId, inArray(applications.status, declined)),
          ),
        ),
      ),
    )
  return db.$count(open.unionAll(requests).limit(MAX_COUNTED).as('some'))
}
