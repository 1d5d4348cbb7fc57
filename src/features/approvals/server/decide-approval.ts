import { decrypt, encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import {
  isAboutHit,
  isAboutRecord,
  lapsesAt,
  needsSenior,
  withdrawalReasons,
  type ApprovalDecision,
  type ApprovalKind,
  type LiftReason,
  type WithdrawalReason,
} from '#features/approvals/rules/approvals.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { activeAdmins } from '#features/wizard/server/queries.ts'
import { isHitWaiting, settleScreening, staffOf } from '#features/screening/server/decide-hit.ts'
import { lockStaffSubject } from '#features/screening/server/staff-subject.ts'
import { withdrawRequest } from '#features/approvals/server/withdraw-request.ts'
import { notifyStaff } from '#features/notes/server/notifications/notify-staff.ts'
import { approvals } from '#features/approvals/schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { checkTasks } from '#features/due-diligence/server/check-tasks.ts'
import { endHold, holdForMatch, isInForce } from '#features/due-diligence/server/retention-holds.ts'
import { requireSenior } from './require-senior.ts'
import { taskIn, type DueDiligence } from '#features/due-diligence/server/load.ts'
import { clientRating } from '#features/due-diligence/server/rating/client-rating.ts'
import { requireSecondPerson } from '#features/access/server/second-person.ts'
import { lockAsStaff } from '#features/due-diligence/server/write-task.ts'

type Row = typeof approvals.$inferSelect

/** What a request is about. */
export interface Asked {
  kind: ApprovalKind
  object: string
  /** Null for a member of staff. */
  applicationId: string | null
  /** Who the hit is about. */
  subjectId?: string
  words: string | null
  /** Why a match is to be lifted. */
  lift?: LiftReason
  /** False where a request beside it notifies the admins. */
  notify?: boolean
}

/**
 * Asks for an approval and tells admins, in the transaction of its cause. An open one about the same is kept.
 *
 * @returns its id
 */
export async function askApproval(
  work: TransactionContext,
  { kind, object, applicationId, subjectId, words, lift, notify = true }: Asked,
): Promise<string> {
  const { tx, context, actor, now } = work
  const open = and(
    applicationId === null ? undefined : eq(approvals.applicationId, applicationId),
    eq(approvals.kind, kind),
    isAboutRecord(kind) ? eq(approvals.object, object) : undefined,
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
    ...(applicationId === null && { subjectId }),
    askedBy: actor.userId,
    askedAt: now,
    askedWords: encrypt(context.keyring, approvals.askedWords, id, words),
    lift,
    lapsesAt: lapsesAt(now),
  })
  await record(work, 'approval.asked', id, { kind })
  if (notify) await notifyAdmins(work, { kind, applicationId, subjectId })
  return id
}

/** Notifies all other admins, since a senior manager may be away; never whom it is about. The mail names no one else. */
async function notifyAdmins(
  work: TransactionContext,
  { kind, applicationId, subjectId }: Pick<Asked, 'kind' | 'applicationId' | 'subjectId'>,
): Promise<void> {
  const { tx, actor, now } = work
  const about = subjectId === undefined ? null : await staffOf(tx, subjectId)
  const recipients = await activeAdmins(tx, { except: about })
  const [asker] = await tx.select({ name: users.fullName }).from(users).where(eq(users.id, actor.userId))
  const data = {
    authorName: asker?.name ?? '',
    kind,
    due: formatDate(lapsesAt(now)),
    applicationId,
  }
  for (const recipient of await notifyStaff(work, { kind: 'approval-asked', recipients, applicationId })) {
    await queueMail(work, { template: 'approval-asked', recipient, data })
  }
}

/**
 * Decides on a request, as a senior manager who did not ask for it; on a hit, as any admin who did not. One about a
 * rating whose facts have changed is withdrawn instead.
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
  const withdrawn = await inTransaction(act, async (work): Promise<WithdrawalReason | null> => {
    const { tx, context, actor, now } = work
    const [known] = await tx
      .select({
        applicationId: approvals.applicationId,
        subjectId: approvals.subjectId,
        kind: approvals.kind,
        object: approvals.object,
      })
      .from(approvals)
      .where(eq(approvals.id, id))
    if (known === undefined) throw notFound()
    const found = await lockWhoItIsAbout(work, known)
    // Before the request: screening locks a hit, then its request.
    const object = await objectNow(work, known, found)
    const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update')
    if (row === undefined) throw notFound()
    if (row.decidedBy === actor.userId && row.decision === decision) return null
    if (isOutdated(row, { object, now })) {
      await withdrawRequest(work, row.object, 'facts')
      return 'facts'
    }
    await requireDecidable(tx, row, { actor, object, now })
    if (decision === 'granted' && found !== null) requireWealthVerified(row, found)
    await tx
      .update(approvals)
      .set({
        decision,
        decidedBy: actor.userId,
        decidedAt: now,
        words: encrypt(context.keyring, approvals.words, id, words),
      })
      .where(eq(approvals.id, id))
    await record(work, 'approval.decided', id, { kind: row.kind, decision })
    if (row.kind === 'hold-lifted' && decision === 'granted')
      await endHold(work, row.object, liftingOf(work, row))
    await settleScreening(work, row, decision)
    if (!isAboutHit(row.kind)) return null
    if (found === null) return null
    if (row.kind === 'hit-match' && decision === 'granted') await holdForMatch(work, found.applicationId)
    await checkTasks(work, found.applicationId)
    return null
  })
  if (withdrawn !== null) throw withdrawnBecause(withdrawn)
}

/** Who asked to lift a hold, and why. */
function liftingOf({ context }: TransactionContext, { id, askedBy, askedWords }: Row) {
  return { by: askedBy, words: decrypt(context.keyring, approvals.askedWords, id, askedWords) ?? '' }
}

/** Whether an open request is about a rating that rests on facts of before. */
function isOutdated(
  { kind, decision, object, lapsesAt: lapses }: Row,
  at: { object: string | undefined; now: Date },
) {
  return !isAboutRecord(kind) && decision === null && lapses > at.now && object !== at.object
}

function withdrawnBecause(reason: WithdrawalReason): DomainError {
  return new DomainError('conflict', `This request was withdrawn: ${withdrawalReasons[reason]}.`, {
    code: 'outdated',
  })
}

/** @returns the client's due diligence; null for a member of staff */
async function lockWhoItIsAbout(
  work: TransactionContext,
  { applicationId, subjectId, kind }: Pick<Row, 'applicationId' | 'subjectId' | 'kind'>,
): Promise<DueDiligence | null> {
  const action = isAboutRecord(kind) ? 'compliance.work' : 'approval.decide'
  if (applicationId !== null) return (await lockAsStaff(work, applicationId, action)).found
  if (subjectId === null) throw notFound()
  await lockStaffSubject(work, subjectId)
  return null
}

async function requireDecidable(
  tx: Transaction,
  row: Row,
  { actor, object, now }: { actor: Doer; object: string | undefined; now: Date },
): Promise<void> {
  if (row.decision === 'granted' || row.decision === 'refused') {
    throw new DomainError('conflict', 'Someone has decided on this already.', { code: 'changed' })
  }
  if (row.withdrawnBecause !== null) throw withdrawnBecause(row.withdrawnBecause)
  if (row.decision === 'lapsed' || row.lapsesAt <= now || row.object !== object) {
    throw new DomainError('conflict', 'This request is no longer current. Please ask for it again.', {
      code: 'outdated',
    })
  }
  await requireSecondPerson(
    { tx, actor, now },
    row.askedBy,
    'You asked for this yourself. Someone else has to decide.',
  )
  // Any other admin may decide on a lower level; a level that is or was high asks for `rating-high`.
  if (needsSenior(row.kind)) await requireSenior(tx, actor)
}

/** What a request of this kind can be about now. */
async function objectNow(
  { tx, context }: TransactionContext,
  { kind, object }: Pick<Row, 'kind' | 'object'>,
  found: DueDiligence | null,
): Promise<string | undefined> {
  if (isAboutHit(kind)) return (await isHitWaiting(tx, object, kind)) ? object : undefined
  if (kind === 'name-dropped') return object
  if (kind === 'hold-lifted') return (await isInForce(tx, object)) ? object : undefined
  if (found === null || kind === 'gate') return found?.applicationId
  const { current } = await clientRating(tx, context.keyring, found)
  return currentId(current)
}

/** The rating that an approval can be about: not one that rests on facts that have changed. */
function currentId(current: { row: { id: string }; outdated: boolean } | null): string | undefined {
  return current === null || current.outdated ? undefined : current.row.id
}

/** Senior management decides with the source of wealth before it (FICA, section 21F). */
function requireWealthVerified({ kind }: Row, found: DueDiligence): void {
  if (!needsSenior(kind) || kind === 'gate' || taskIn(found, 'funds').now.state === 'accepted') return
  const message = 'The source of funds and wealth has to be accepted first.'
  throw new DomainError('incomplete', message, {
    code: 'incomplete',
    errors: [{ path: 'funds', message }],
  })
}
