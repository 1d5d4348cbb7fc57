import { eq } from 'drizzle-orm'
import type { Role } from '#features/access/rules/roles.ts'
import { delayMails, sendMails } from '#features/applications/server/record/delayed-mails.ts'
import { createApplication } from '#features/wizard/server/commands.ts'
import { record } from '#features/audit/server/record.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import {
  generateTemporaryPassword,
  type GeneratedPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import { resetSecondFactorOf } from '#features/sign-in/server/second-factor/manage.ts'
import { endOtherSessions } from '#features/sign-in/server/sessions.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { PendingUndo } from '#features/applications/schema/pending-actions-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { identities } from '#features/sso/schema.ts'
import { letterFrom, withSentLetter, type GiveLetter } from '#features/signing/server/letters/staff-letter.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { handOverAll } from './hand-over.ts'
import { handOver } from './client-assignment.ts'
import { lockWealthManager } from './wealth-manager.ts'
import { givePhone } from './phone.ts'
import {
  CLEARED_WITH_ROLE,
  lockAdministered,
  lockUnsubmitted,
  refuseSelf,
  refuseWithClients,
  type UserRow,
} from './account-guards.ts'
import { removeDrafts } from './remove-draft.ts'
import { refuseRetained } from './retained-records.ts'
import { countAddress, giveStaffAddress, renameStaff } from './staff-identity.ts'

/** Changes; omitted fields stay. */
export interface AccountChanges {
  role?: Role | undefined
  /** Null for none. */
  wealthManagerId?: string | null | undefined
  deactivated?: boolean | undefined
  /** Whether an admin is a senior manager (docs/decisions/0142). */
  seniorManager?: boolean | undefined
  /** Whether an admin reads everything and changes nothing. */
  compliance?: boolean | undefined
  /** In E.164 form; null for the firm's number. */
  phone?: string | null | undefined
  /** The new manager of the clients, for a manager who leaves or changes role. */
  clientsTo?: string | undefined
  /** The actor confirmed what clients see whose manager has no letter. */
  withoutLetter?: boolean | undefined
  /** The upload address of the FAIS document, for a new manager. */
  faisDocumentPath?: string | undefined
  /** Of staff. */
  fullName?: string | undefined
  /** A new address for staff. */
  email?: string | undefined
}

/**
 * Changes an account in one transaction. A new role or status ends all sessions of the user (decisions, "Session").
 *
 * @returns how to undo the assignment of a manager, if possible
 * @throws DomainError not-found, forbidden where the actor is no system administrator any more, conflict for the
 * account guards (decisions, "Deleting a user"), invalid for a user who is no manager; as `withSentLetter` for the file
 */
export async function editAccount(
  act: CommandContext,
  id: string,
  changes: AccountChanges,
): Promise<PendingUndo | null> {
  const { faisDocumentPath: address } = changes
  if (changes.email !== undefined) await countAddress(act, id)
  if (address === undefined) return change(act, id, { changes, giveLetter: null })
  // On repetition the letter exists already.
  const known = await letterFrom(act.context.database.db, {
    address,
    managerId: id,
    userId: act.actor.userId,
  })
  if (known !== null) return change(act, id, { changes, giveLetter: null })
  return withSentLetter(act, { address, field: 'faisDocumentPath' }, (giveLetter) =>
    change(act, id, { changes, giveLetter }),
  )
}

async function change(
  act: CommandContext,
  id: string,
  { changes, giveLetter }: { changes: AccountChanges; giveLetter: GiveLetter | null },
): Promise<PendingUndo | null> {
  // Hashing is slow, so it is done before the transaction.
  const drawn = changes.email === undefined ? null : await generateTemporaryPassword(act.context)
  return inTransaction(act, async (work) => {
    const found = await lockAdministered(work, id)
    const user = await changeIdentity(work, found, { ...changes, drawn })
    await leaveNoClients(work, user, changes)
    const changed = await changeRole(work, user, changes)
    await changeLetter(work, changed, giveLetter)
    const undo = await changeManager(work, changed, changes)
    await changeStatus(work, changed, changes)
    await changeSeniority(work, changed, changes)
    await changeCompliance(work, user.id, changes)
    await changePhone(work, changed, changes)
    return undo
  })
}

/** A client's name and address have their own mails and rules (docs/decisions/0050). */
async function changeIdentity(
  work: TransactionContext,
  user: UserRow,
  {
    fullName,
    email,
    drawn,
  }: Pick<AccountChanges, 'fullName' | 'email'> & { drawn: GeneratedPassword | null },
): Promise<UserRow> {
  if (fullName === undefined && email === undefined) return user
  if (user.role === 'client') {
    throw refusedAt(
      fullName === undefined ? 'email' : 'fullName',
      'Please use Correct Name or Address for a client.',
    )
  }
  if (fullName !== undefined) await renameStaff(work, user, { fullName, by: 'administrator' })
  if (email !== undefined && drawn !== null) await giveStaffAddress(work, user, { email, drawn })
  return lockAdministered(work, user.id)
}

async function changeLetter(
  work: TransactionContext,
  user: UserRow,
  giveLetter: GiveLetter | null,
): Promise<void> {
  if (giveLetter === null) return
  if (user.role !== 'wealth_manager') {
    throw refusedAt(
      'faisDocumentPath',
      'Only wealth managers have a FAIS document. Please leave it out, or choose another role.',
    )
  }
  await giveLetter(work, user.id)
}

/** Reassigns the clients of a leaving manager, in the same transaction. */
async function leaveNoClients(
  work: TransactionContext,
  user: UserRow,
  { role = user.role, deactivated = false, clientsTo, withoutLetter = false }: AccountChanges,
): Promise<void> {
  const goes = user.role === 'wealth_manager' && (role !== user.role || deactivated)
  if (clientsTo === undefined) {
    if (goes) await refuseWithClients(work.tx, user)
    return
  }
  if (!goes) throw refusedAt('clientsTo', 'They keep their clients, so no successor can be chosen.')
  await handOverAll(
    work,
    { from: user.id, to: clientsTo, field: 'clientsTo', withoutLetter },
    sendMails(work),
  )
}

async function changeRole(
  work: TransactionContext,
  user: UserRow,
  { role }: AccountChanges,
): Promise<UserRow> {
  if (role === undefined || role === user.role) return user
  const { tx, actor } = work
  refuseSelf(actor, user, 'role')
  if (user.role === 'client') await dropApplication(work, user)
  const changed = { ...user, role, ...CLEARED_WITH_ROLE }
  await tx
    .update(users)
    .set({ role, ...CLEARED_WITH_ROLE })
    .where(eq(users.id, user.id))
  if (role === 'client') {
    await beginApplication(work, changed)
    // Only staff can have one: a client could not turn it off.
    if (user.secondFactorSince !== null) await resetSecondFactorOf(work, user)
    // Single sign-on is for staff.
    await tx.delete(identities).where(eq(identities.userId, user.id))
  }
  await endOtherSessions(tx, user.id, null)
  await record(work, 'user.role-changed', user.id, { from: user.role, to: role })
  return changed
}

async function changePhone(
  work: TransactionContext,
  user: UserRow,
  { phone }: AccountChanges,
): Promise<void> {
  if (phone === undefined || phone === user.phone) return
  if (user.role !== 'wealth_manager')
    throw refusedAt('phone', 'Only wealth managers have a number for clients.')
  await givePhone(work, user.id, phone)
}

/** Staff have no application of their own. */
async function dropApplication(work: TransactionContext, user: UserRow): Promise<void> {
  const instead = 'Please create another account for the new role, and deactivate this one.'
  const draft = await lockUnsubmitted(work, user, instead)
  if (draft === null) return
  await refuseRetained(work.tx, [draft.id], roleCannotChange)
  await removeDrafts(work.tx, [draft.id], work.now)
}

function roleCannotChange(): DomainError {
  return new DomainError('conflict', 'This account’s role can’t be changed. Compliance can help.')
}

/** A client always has exactly one (decisions, "When is an application created?"). */
async function beginApplication(work: TransactionContext, user: UserRow): Promise<void> {
  const { username, fullName } = user
  await createApplication(work, { userId: user.id, username, fullName })
}

async function changeManager(
  work: TransactionContext,
  user: UserRow,
  { wealthManagerId: to }: AccountChanges,
): Promise<PendingUndo | null> {
  if (to === undefined || to === user.wealthManagerId) return null
  if (user.role !== 'client') throw refusedAt('wealthManagerId', 'Only a client has a wealth manager.')
  const manager = to === null ? null : await lockWealthManager(work.tx, to)
  const handover = { clients: eq(users.id, user.id), from: user.wealthManagerId, to: manager }
  const { undo } = await handOver(work, handover, delayMails(work))
  return undo
}

async function changeStatus(
  work: TransactionContext,
  user: UserRow,
  { deactivated }: AccountChanges,
): Promise<void> {
  if (deactivated === undefined || deactivated === (user.deactivatedAt !== null)) return
  const { tx, actor, now } = work
  refuseSelf(actor, user, 'deactivate')
  const deactivatedAt = deactivated ? now : null
  await tx.update(users).set({ deactivatedAt }).where(eq(users.id, user.id))
  await endOtherSessions(tx, user.id, null)
  await record(work, deactivated ? 'user.deactivated' : 'user.reactivated', user.id, {})
}

/** Only an admin can be a senior manager, named by someone else. */
async function changeSeniority(
  work: TransactionContext,
  user: UserRow,
  { seniorManager }: AccountChanges,
): Promise<void> {
  if (seniorManager === undefined || seniorManager === (user.seniorManagerSince !== null)) return
  const { tx, actor, now } = work
  refuseSelf(actor, user, 'seniority')
  if (user.role !== 'admin') throw refusedAt('seniorManager', 'Only an admin can be a senior manager.')
  const seniorManagerSince = seniorManager ? now : null
  await tx.update(users).set({ seniorManagerSince }).where(eq(users.id, user.id))
  await record(work, 'user.senior-manager-changed', user.id, { senior: seniorManager })
}

/** Only an admin who decides nothing can be marked as compliance, by someone else. Their sessions end. */
async function changeCompliance(
  work: TransactionContext,
  id: string,
  { compliance }: AccountChanges,
): Promise<void> {
  const user = await lockAdministered(work, id)
  if (user.complianceSince !== null && user.seniorManagerSince !== null && compliance !== false) {
    throw refusedAt('seniorManager', 'A compliance user changes nothing, so they can’t be a senior manager.')
  }
  if (compliance === undefined || compliance === (user.complianceSince !== null)) return
  const { tx, actor, now } = work
  refuseSelf(actor, user, 'compliance')
  if (user.role !== 'admin') throw refusedAt('compliance', 'Only an admin can be marked as compliance.')
  if (compliance && user.seniorManagerSince !== null) {
    throw refusedAt(
      'compliance',
      'A senior manager decides on approvals, so they can’t be a compliance user.',
    )
  }
  await tx
    .update(users)
    .set({ complianceSince: compliance ? now : null })
    .where(eq(users.id, id))
  await endOtherSessions(tx, id, null)
  await record(work, 'user.compliance-changed', id, { compliance })
}
