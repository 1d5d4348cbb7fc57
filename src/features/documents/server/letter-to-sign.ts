import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { record } from '#features/audit/server/record.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { faisLetterFor } from './queries.ts'

/**
 * Accepts a signed document only where there is a letter to sign (decisions, "Signing step 7").
 *
 * @throws DomainError conflict, after the manager and the admins were notified
 */
export async function requireLetterToSign(
  act: CommandContext,
  kind: DocumentKindName | undefined,
): Promise<void> {
  if (kind !== 'signedFais') return
  const { hasManager, letter } = await faisLetterFor(act.context.database.db, act.actor.userId)
  if (letter !== null) return
  await reportLetterMissing(act)
  throw new DomainError(
    'conflict',
    hasManager
      ? 'There is no letter to sign yet: your wealth manager hasn’t provided it. We’ve let them know. Everything you entered is saved, so please come back later.'
      : 'There is no letter to sign yet, because no wealth manager is assigned to you. We’ve let the firm know. Everything you entered is saved, so please come back later.',
  )
}

/**
 * Notifies a client's manager, and everyone who can upload letters, that a client needs one. Once for each manager or
 * client without a manager, and again where a letter or manager was added and removed since.
 */
export async function reportLetterMissing(act: CommandContext): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    const manager = await lockManagerOf(tx, actor.userId)
    const objectId = manager?.id ?? actor.userId
    if (await isReported(tx, objectId)) return
    await record(work, 'fais-letter.missed', objectId, {})
    const managerName = manager && accountName(manager)
    for (const recipient of await recipientsForLetters(tx, manager)) {
      await queueMail(work, { template: 'letter-missing', recipient, data: { managerName } })
    }
  })
}

type Person = Pick<typeof users.$inferSelect, 'id' | 'username' | 'fullName' | 'deactivatedAt'>

/**
 * Locks the manager, or the client without one, so that simultaneous calls notify once. Never both: reassignment locks
 * managers first.
 */
async function lockManagerOf(tx: Transaction, clientId: string): Promise<Person | null> {
  const { id, username, fullName, deactivatedAt, wealthManagerId } = users
  const [client] = await tx.select({ wealthManagerId }).from(users).where(eq(id, clientId))
  const managerId = client?.wealthManagerId ?? null
  const [locked] = await tx
    .select({ id, username, fullName, deactivatedAt })
    .from(users)
    .where(eq(id, managerId ?? clientId))
    .for('no key update')
  return managerId === null ? null : (locked ?? null)
}

/** Events that start and end the absence of a letter, for a manager or for a client without one. */
const turns = ['fais-letter.missed', 'document.registered', 'user.manager-changed'] as const

async function isReported(tx: Transaction, objectId: string): Promise<boolean> {
  const [latest] = await tx
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(and(eq(auditEvents.objectId, objectId), inArray(auditEvents.action, turns)))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return latest?.action === 'fais-letter.missed'
}

/** Who hears that a letter is missing or unfit: the manager, unless deactivated, and all administrators. */
export async function recipientsForLetters(
  tx: Transaction,
  manager: Pick<Person, 'username' | 'deactivatedAt'> | null,
): Promise<string[]> {
  const administrators = await tx
    .select({ username: users.username })
    .from(users)
    .where(and(inArray(users.role, ['admin', 'system_administrator']), isNull(users.deactivatedAt)))
  const own = manager !== null && manager.deactivatedAt === null ? [manager.username] : []
  return [...own, ...administrators.map(({ username }) => username)]
}
