import { and, eq, gt, isNull } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { ApiToken } from '#features/integrations/api/api-tokens.ts'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { inProvenTransaction, type ProofFields } from '#features/sign-in/server/with-own-proof.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { apiTokens } from '#features/integrations/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { tokenById } from './read.ts'
import { hashApiToken, newApiToken } from './token.ts'

/** A token that is shown once. */
export interface CreatedToken {
  apiToken: ApiToken
  token: string
}

type Answering<Answer> = (tx: Transaction, created: CreatedToken) => Promise<Answer>
type Facts = Pick<
  typeof apiTokens.$inferSelect,
  'name' | 'scopes' | 'clients' | 'managerId' | 'networks' | 'expiresAt'
>

/**
 * Creates a token.
 *
 * @throws DomainError invalid (400) at `password`, or at `managerId` for a user who is no wealth manager
 */
export async function createToken<Answer>(
  act: CommandContext,
  {
    password,
    proof,
    days,
    managerId: wanted,
    name,
    scopes,
    networks,
  }: ParsedInput<'POST /api/system-admin/api-tokens'>['body'],
  answer: Answering<Answer>,
): Promise<Answer> {
  const managerId = wanted ?? null
  return inProvenTransaction(act, { password, proof }, async (work) => {
    if (managerId !== null) await requireManager(work.tx, managerId)
    const expiresAt = new Date(work.now.getTime() + days * DAY_MS)
    const clients = managerId === null ? 'all' : 'manager'
    const created = await insert(work, { name, scopes, networks, clients, managerId, expiresAt })
    await record(work, 'api-token.created', created.apiToken.id, { scopes, days, managerId })
    return answer(work.tx, created)
  })
}

async function requireManager(tx: Transaction, id: string): Promise<void> {
  const isManager = and(eq(users.id, id), eq(users.role, 'wealth_manager'), isNull(users.deactivatedAt))
  const [found] = await tx.select({ id: users.id }).from(users).where(isManager)
  if (found !== undefined) return
  const message = 'Please choose an active wealth manager'
  throw new DomainError('invalid', message, { errors: [{ path: 'managerId', message }] })
}

async function insert({ tx, actor, now }: TransactionContext, facts: Facts): Promise<CreatedToken> {
  const [id, token] = [newId(), newApiToken()]
  await tx
    .insert(apiTokens)
    .values({ id, ...facts, tokenHash: hashApiToken(token), createdAt: now, createdBy: actor.userId })
  return { apiToken: await tokenById(tx, id), token }
}

/**
 * Creates a token with the settings of another one, which ends after 24 hours.
 *
 * @throws DomainError invalid (400) at `password`; not-found; conflict (409) for one that has ended
 */
export async function rotateToken<Answer>(
  act: CommandContext,
  { id, ...proof }: ProofFields & { id: string },
  answer: Answering<Answer>,
): Promise<Answer> {
  return inProvenTransaction(act, proof, async (work) => {
    const { tx, now } = work
    const [before] = await tx.select().from(apiTokens).where(eq(apiTokens.id, id)).for('update')
    if (before === undefined) throw notFound()
    if (before.revokedAt !== null || before.expiresAt <= now) {
      throw new DomainError('conflict', 'This token has ended. Please create a new one.')
    }
    const { name, scopes, networks, clients, managerId, createdAt, expiresAt: ends } = before
    const expiresAt = new Date(now.getTime() + ends.getTime() - createdAt.getTime())
    const created = await insert(work, { name, scopes, networks, clients, managerId, expiresAt })
    const inADay = new Date(now.getTime() + DAY_MS)
    await tx
      .update(apiTokens)
      // Its end was requested, so no one is warned of it.
      .set({ expiresAt: ends < inADay ? ends : inADay, warnedDays: 1 })
      .where(eq(apiTokens.id, id))
    await record(work, 'api-token.rotated', id, { replacedBy: created.apiToken.id })
    return answer(tx, created)
  })
}

/** Revokes a token: each request looks it up, so it ends with the next one. Idempotent. */
export async function revokeToken(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, now } = work
    const revoked = await tx
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now)))
      .returning({ id: apiTokens.id })
    if (revoked.length > 0) await record(work, 'api-token.revoked', id, {})
  })
}
