import { eq } from 'drizzle-orm'
import type { Role } from '#domain/users/roles.ts'
import type { AuditAction, AuditDetails } from '#domain/audit/events.ts'
import type { Acting } from '#server/actor.ts'
import { createApplication } from '#server/applications/commands.ts'
import { appendAudit } from '#server/audit/append.ts'
import { refusedAt } from '#server/auth/password-rules.ts'
import { resetSecondFactorOf } from '#server/auth/second-factor/manage.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { applications, users } from '#server/db/schema.ts'
import { lockWealthManager } from '../wealth-manager.ts'
import { lockAdministered, lockUnsubmitted, refuseSelf, refuseWithClients, type UserRow } from './rails.ts'
import { removeDraft } from './remove-draft.ts'

/** What is to be different; what is left out stays. */
export interface AccountChanges {
  role?: Role | undefined
  /** Null for none. */
  wealthManagerId?: string | null | undefined
  deactivated?: boolean | undefined
}

/**
 * Changes an account in one transaction. A new role or status ends every session of its user at once (decisions,
 * "Session").
 *
 * @throws Refusal not-found, forbidden where the actor is no system administrator any more, conflict for what the
 *   safety rails refuse (decisions, "Deleting a user"), invalid for a manager who is none
 */
export async function editAccount(
  context: Context,
  { id, changes }: { id: string; changes: AccountChanges },
  acting: Acting,
): Promise<void> {
  await context.database.db.transaction(async (tx) => {
    const user = await lockAdministered(tx, acting.actor, id)
    const edit = { tx, context, acting }
    const changed = await changeRole(edit, user, changes)
    await changeManager(edit, changed, changes)
    await changeStatus(edit, changed, changes)
  })
}

interface Edit {
  tx: Transaction
  context: Context
  acting: Acting
}

async function changeRole(edit: Edit, user: UserRow, { role }: AccountChanges): Promise<UserRow> {
  if (role === undefined || role === user.role) return user
  const { tx, acting } = edit
  refuseSelf(acting.actor, user, 'role')
  if (user.role === 'wealth_manager') await refuseWithClients(tx, user)
  if (user.role === 'client') await dropApplication(edit, user)
  const changed = { ...user, role, wealthManagerId: null }
  await tx.update(users).set({ role, wealthManagerId: null }).where(eq(users.id, user.id))
  if (role === 'client') {
    await beginApplication(edit, changed)
    // Only staff have one: a client would be asked for its code, and could not turn it off.
    if (user.secondFactorSince !== null) await resetSecondFactorOf(tx, edit.context, edit.acting, user)
  }
  await endOtherSessions(tx, user.id, null)
  await record(edit, 'user.role-changed', { from: user.role, to: role }, user.id)
  return changed
}

/** Staff have no application of their own. */
async function dropApplication({ tx, acting }: Edit, user: UserRow): Promise<void> {
  const instead = 'Please make another account for the new role, and deactivate this one.'
  const draft = await lockUnsubmitted(tx, user, instead)
  if (draft !== null) await removeDraft(tx, draft.id, acting.now)
}

/** A client always has exactly one (decisions, "When is an application created?"). */
async function beginApplication({ tx, context, acting }: Edit, user: UserRow): Promise<void> {
  const { username, fullName, wealthManagerId } = user
  const { actor, origin, now } = acting
  const client = { userId: user.id, username, fullName, wealthManagerId }
  await createApplication(tx, context, client, { actor, ip: origin.ip, now })
}

/** The application's manager follows on the same transaction (decisions, "Who manages it?"). */
async function changeManager(
  edit: Edit,
  user: UserRow,
  { wealthManagerId: to }: AccountChanges,
): Promise<void> {
  if (to === undefined || to === user.wealthManagerId) return
  if (user.role !== 'client') throw refusedAt('wealthManagerId', 'Only a client has a wealth manager.')
  const { tx } = edit
  if (to !== null) await lockWealthManager(tx, to)
  const moved = { from: user.wealthManagerId, to }
  await tx.update(users).set({ wealthManagerId: to }).where(eq(users.id, user.id))
  await record(edit, 'user.manager-changed', moved, user.id)
  const followed = await tx
    .update(applications)
    .set({ wealthManagerId: to })
    .where(eq(applications.userId, user.id))
    .returning({ id: applications.id })
  for (const { id } of followed) await record(edit, 'application.manager-changed', moved, id)
}

async function changeStatus(edit: Edit, user: UserRow, { deactivated }: AccountChanges): Promise<void> {
  if (deactivated === undefined || deactivated === (user.deactivatedAt !== null)) return
  const { tx, acting } = edit
  refuseSelf(acting.actor, user, 'deactivate')
  const deactivatedAt = deactivated ? acting.now : null
  await tx.update(users).set({ deactivatedAt }).where(eq(users.id, user.id))
  await endOtherSessions(tx, user.id, null)
  await record(edit, deactivated ? 'user.deactivated' : 'user.reactivated', {}, user.id)
}

function record<Action extends AuditAction>(
  { tx, acting: { actor, origin, now } }: Edit,
  action: Action,
  details: AuditDetails[Action],
  objectId: string,
): Promise<void> {
  return appendAudit(tx, { action, details, actor, objectId, ip: origin.ip, at: now })
}
