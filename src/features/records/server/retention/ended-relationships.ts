import { and, asc, desc, eq, gt, inArray, lt, not, or } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import {
  isRetentionOver,
  relationshipEndedAt,
  RETENTION_YEARS,
} from '#features/applications/rules/retention.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { isHeld } from '#features/applications/server/record/is-held.ts'

/** A client whose retention period has ended. */
export interface EndedRelationship {
  userId: string
  applicationId: string
  username: string
  endedAt: Date
  documents: number
}

const ROWS_AT_ONCE = 200

const columns = {
  userId: users.id,
  applicationId: applications.id,
  username: users.username,
  status: applications.status,
  statusChangedAt: applications.statusChangedAt,
  updatedAt: applications.updatedAt,
  reviewedAt: applications.reviewedAt,
  deactivatedAt: users.deactivatedAt,
}

type Row = {
  [Name in keyof typeof columns]: (typeof columns)[Name]['_']['notNull'] extends true
    ? (typeof columns)[Name]['_']['data']
    : (typeof columns)[Name]['_']['data'] | null
}

/** The clients to be erased now, in batches ordered by application. */
export async function* endedRelationships(db: Database, now: Date): AsyncGenerator<EndedRelationship> {
  for (let after = ''; ;) {
    const rows = await candidatesAfter(db, after, now)
    for (const row of rows) {
      const ended = await judge(db, row, now)
      if (ended !== null) yield ended
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.applicationId
  }
}

/**
 * Re-checks a client and locks them until the transaction ends; null where they are not to be erased any more.
 *
 * @throws where another transaction holds the client for too long
 */
export async function lockEnded(
  tx: Transaction,
  { applicationId }: Pick<EndedRelationship, 'applicationId'>,
  now: Date,
): Promise<EndedRelationship | null> {
  const [row] = await tx
    .select(columns)
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(and(eq(applications.id, applicationId), not(isHeld(now))))
    .for('update')
  return row === undefined ? null : judge(tx, row, now)
}

/** Candidates by what the database can select quickly; the rule itself is in the domain. */
async function candidatesAfter(db: Database, after: string, now: Date): Promise<Row[]> {
  const before = new Date(now.getTime() - RETENTION_YEARS * 365 * DAY_MS)
  return db
    .select(columns)
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(
      and(
        after === '' ? undefined : gt(applications.id, after),
        not(isHeld(now)),
        lt(applications.statusChangedAt, before),
        lt(applications.updatedAt, before),
        or(inArray(applications.status, ['draft', 'rejected', 'cancelled']), lt(users.deactivatedAt, before)),
      ),
    )
    .orderBy(asc(applications.id))
    .limit(ROWS_AT_ONCE)
}

async function judge(db: Database | Transaction, row: Row, now: Date): Promise<EndedRelationship | null> {
  const { userId, applicationId, username } = row
  const endedAt = relationshipEndedAt({ ...row, lastActedAt: await lastActedAt(db, userId) })
  if (endedAt === null || !isRetentionOver(endedAt, now)) return null
  const files = await db.$count(documents, eq(documents.ownerId, userId))
  return { userId, applicationId, username, endedAt, documents: files }
}

async function lastActedAt(db: Database | Transaction, userId: string): Promise<Date | null> {
  const [newest] = await db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(eq(auditEvents.actorId, userId))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return newest?.at ?? null
}
