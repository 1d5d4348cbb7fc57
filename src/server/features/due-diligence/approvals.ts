import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Approval } from '#domain/api/approvals.ts'
import {
  lapsesAt,
  overrideEndsAt,
  type ApprovalDecision,
  type ApprovalKind,
} from '#domain/due-diligence/approvals.ts'
import { taskIn, type DueDiligence, type Loading } from './load.ts'
import { approvals } from '#server/platform/db/due-diligence-schema.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/db/id.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { DomainError, notFound } from '#server/platform/domain-error.ts'
import { record } from '#server/shared/audit/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { byColumn, paginate, type ListOrders, type Page } from '#server/shared/lists/paginate.ts'
import { decryptColumn, encryptColumn } from './encrypted-text.ts'
import { lockAsStaff, secondPerson } from './write-task.ts'

type Row = typeof approvals.$inferSelect

const askers = alias(users, 'askers')
const deciders = alias(users, 'deciders')
const clients = alias(users, 'clients')

/** Requests for approval of an application, or one of them, newest first. */
export async function approvalsOf(
  { keyring, database: { db } }: Pick<Loading, 'keyring' | 'database'>,
  { applicationId, id, now }: { applicationId?: string; id?: string; now: Date },
): Promise<Approval[]> {
  const rows = await selectApprovals(db)
    .where(
      and(
        applicationId === undefined ? undefined : eq(approvals.applicationId, applicationId),
        id === undefined ? undefined : eq(approvals.id, id),
      ),
    )
    .orderBy(desc(approvals.askedAt), desc(approvals.id))
  return rows.map((row) => presentApproval(keyring, row, now))
}

function selectApprovals(db: Queries) {
  return db
    .select({
      approval: approvals,
      clientName: clients.fullName,
      askedByName: sql<string>`coalesce(${askers.fullName}, ${askers.username})`,
      decidedByName: sql<string | null>`coalesce(${deciders.fullName}, ${deciders.username})`,
    })
    .from(approvals)
    .innerJoin(applications, eq(applications.id, approvals.applicationId))
    .innerJoin(clients, eq(clients.id, applications.userId))
    .innerJoin(askers, eq(askers.id, approvals.askedBy))
    .leftJoin(deciders, eq(deciders.id, approvals.decidedBy))
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectApprovals>>[number]

function presentApproval(keyring: Loading['keyring'], { approval, ...names }: Selected, now: Date): Approval {
  const { id, kind, applicationId, askedBy, askedAt, decidedAt, decision } = approval
  return {
    id,
    kind,
    applicationId,
    ...names,
    state: decision ?? (approval.lapsesAt <= now ? 'lapsed' : 'open'),
    askedBy,
    askedAt: askedAt.toISOString(),
    askedWords: decryptColumn(keyring, ['approvals', id, 'asked_words'], approval.askedWords),
    decidedAt: decidedAt?.toISOString() ?? null,
    words: decryptColumn(keyring, ['approvals', id, 'words'], approval.words),
    lapsesAt: endOf(approval).toISOString(),
  }
}

/** When an open request lapses, or a granted override ends. */
function endOf({ kind, decision, decidedAt, lapsesAt: lapses }: Row): Date {
  return kind === 'gate' && decision === 'granted' && decidedAt !== null ? overrideEndsAt(decidedAt) : lapses
}

const oldestFirst: ListOrders<'askedAt', 'askedAt' | 'id'> = {
  name: 'this list',
  keys: { askedAt: byColumn(approvals.askedAt), id: byColumn(approvals.id) },
  orders: { askedAt: ['askedAt'] },
  unique: 'id',
}

/** The open requests, oldest first. */
export async function listOpenApprovals(
  { keyring, database: { db } }: Loading,
  { limit, cursor, now }: { limit: number; cursor?: string | undefined; now: Date },
): Promise<Page<Approval>> {
  const open = and(isNull(approvals.decision), gt(approvals.lapsesAt, now))
  const request = { sort: 'askedAt', direction: 'asc', limit, cursor } as const
  return paginate(oldestFirst, request, {
    async read({ where, orderBy, limit: rows }) {
      const found = await selectApprovals(db)
        .where(and(open, where))
        .orderBy(...orderBy)
        .limit(rows)
      return found.map((row) => ({ row, id: row.approval.id, askedAt: row.approval.askedAt }))
    },
    present: ({ row }) => presentApproval(keyring, row, now),
    count: () => db.$count(approvals, open),
  })
}

/** What a request is about. */
export interface Asked {
  kind: ApprovalKind
  object: string
  applicationId: string
  words: string | null
}

/** Asks for an approval, in the transaction of its cause. An open one about the same is kept. @returns its id */
export async function askApproval(
  work: TransactionContext,
  { kind, object, applicationId, words }: Asked,
): Promise<string> {
  const { tx, context, actor, now } = work
  const open = and(
    eq(approvals.applicationId, applicationId),
    eq(approvals.kind, kind),
    isNull(approvals.decision),
  )
  // Open requests about something older no longer matter.
  const outdated = or(
    sql`${approvals.lapsesAt} <= ${now.toISOString()}`,
    sql`${approvals.object} <> ${object}`,
  )
  await tx.update(approvals).set({ decision: 'lapsed', decidedAt: now }).where(and(open, outdated))
  const [known] = await tx.select({ id: approvals.id }).from(approvals).where(open)
  if (known !== undefined) return known.id
  const id = newId()
  await tx.insert(approvals).values({
    id,
    kind,
    object,
    applicationId,
    askedBy: actor.userId,
    askedAt: now,
    askedWords: encryptColumn(context.keyring, ['approvals', id, 'asked_words'], words),
    lapsesAt: lapsesAt(now),
  })
  await record(work, 'approval.asked', id, { kind })
  return id
}

/**
 * Decides on a request, as a senior manager who did not ask for it.
 *
 * @throws DomainError not-found; conflict (409): `changed` for a decided one, `outdated` for a lapsed one or one about
 * something that has changed, `second-person` for the own request or account, `senior-manager`; incomplete (422) where
 * the source of wealth is not verified yet
 */
export async function decideApproval(
  act: CommandContext,
  id: string,
  { decision, words }: { decision: ApprovalDecision; words: string },
): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, context, actor, now } = work
    const [known] = await tx
      .select({ applicationId: approvals.applicationId })
      .from(approvals)
      .where(eq(approvals.id, id))
    if (known === undefined) throw notFound()
    const { found } = await lockAsStaff(work, known.applicationId, 'approval.decide')
    const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update')
    if (row === undefined) throw notFound()
    if (row.decidedBy === actor.userId && row.decision === decision) return
    await requireDecidable(tx, row, { actor, found, now })
    if (decision === 'granted') requireWealthVerified(row, found)
    await tx
      .update(approvals)
      .set({
        decision,
        decidedBy: actor.userId,
        decidedAt: now,
        words: encryptColumn(context.keyring, ['approvals', id, 'words'], words),
      })
      .where(eq(approvals.id, id))
    await record(work, 'approval.decided', id, { kind: row.kind, decision })
  })
}

async function requireDecidable(
  tx: Transaction,
  row: Row,
  { actor, found, now }: { actor: { userId: string }; found: DueDiligence; now: Date },
): Promise<void> {
  if (row.decision === 'granted' || row.decision === 'refused') {
    throw new DomainError('conflict', 'Someone has decided on this already.', { code: 'changed' })
  }
  if (row.decision === 'lapsed' || row.lapsesAt <= now || row.object !== objectOf(row.kind, found)) {
    throw new DomainError('conflict', 'This request is no longer current. Please ask for it again.', {
      code: 'outdated',
    })
  }
  if (row.askedBy === actor.userId) {
    throw secondPerson('You asked for this yourself. Someone else has to decide.')
  }
  const seniors = await tx
    .select({ id: users.id, name: sql<string>`coalesce(${users.fullName}, ${users.username})` })
    .from(users)
    .where(
      and(eq(users.role, 'admin'), isNull(users.deactivatedAt), sql`${users.seniorManagerSince} is not null`),
    )
    .orderBy(asc(users.username))
  if (seniors.some((senior) => senior.id === actor.userId)) return
  const names = seniors.map(({ name }) => name).join(', ')
  throw new DomainError(
    'conflict',
    `Only a senior manager can decide this. ${names === '' ? 'There is none yet: a system administrator can appoint one.' : `Senior managers: ${names}.`}`,
    { code: 'senior-manager' },
  )
}

/** What an approval of a kind would be about now. */
function objectOf(kind: ApprovalKind, found: DueDiligence): string | undefined {
  return kind === 'gate' ? found.applicationId : taskIn(found, 'exposure').declared[0]?.id
}

/** Senior management decides with the source of wealth before it (FICA, section 21F). */
function requireWealthVerified({ kind }: Row, found: DueDiligence): void {
  if (kind !== 'exposed' || taskIn(found, 'funds').now.state === 'accepted') return
  const message = 'The source of funds and wealth has to be accepted first.'
  throw new DomainError('incomplete', message, {
    code: 'incomplete',
    errors: [{ path: 'funds', message }],
  })
}
