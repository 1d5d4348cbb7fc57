import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { ContractKey } from '#base/rules/api/contract.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { idempotencyKeys } from '#features/access/schema/idempotency-schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { decryptJson, encryptJson } from '#base/server/db/encrypted-columns.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { requireScope } from './require-scope.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** How long a retry gets the stored response. */
const RETENTION_MS = DAY_MS

/** A request that its caller may repeat under the same key. */
export interface KeyedRequest {
  userId: string
  actor: Actor
  /** The action that the call needs permission for. */
  access: Action
  input: unknown
  /** Chosen by the caller. */
  key: string
  call: ContractKey
  /** Hash of the call and its input. */
  hash: string
}

/** A response stored in the transaction of its change. */
export class StoredResponse<Answer> {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/**
 * Stores the response, as the last step of a transaction.
 *
 * @throws DomainError conflict if the same key was used meanwhile: this transaction is rolled back
 */
export type StoreResponse<Answer> = (tx: Transaction, answer: Answer) => Promise<StoredResponse<Answer>>

/** Hash of a request: its call and parsed input. */
export function hashOf(call: ContractKey, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([call, input]))
    .digest('base64url')
}

/** Stores the response of a request; without a key it only returns it. */
export function storerOf<Answer>(
  { keyring }: Pick<Context, 'keyring'>,
  request: KeyedRequest | null,
  now: Date,
): StoreResponse<Answer> {
  return async (tx, answer) => {
    if (request !== null) await keep(tx, keyring, { request, answer, now })
    return new StoredResponse(answer)
  }
}

async function keep(
  tx: Transaction,
  keyring: Keyring,
  { request, answer, now }: { request: KeyedRequest; answer: unknown; now: Date },
): Promise<void> {
  const { userId, key, call, hash, actor } = request
  const encrypted = encryptJson(keyring, idempotencyKeys.encrypted, idOf(request), {
    hash,
    answer,
    role: actor.role,
  })
  // Waits for a concurrent transaction with the same key.
  const stored = await tx
    .insert(idempotencyKeys)
    .values({ userId, key, call, encrypted, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (stored.length === 0) {
    throw new DomainError('conflict', 'This is already in progress. Please try again in a moment.', {
      retryAfterSeconds: 1,
    })
  }
}

/**
 * Runs a command once per key; repetitions get the stored response.
 *
 * @param act runs it, and stores its response in its transaction
 * @param request null for calls that run every time
 * @throws DomainError key-reused (422) if the key was used with another request; forbidden or not-found if the caller
 * may no longer see the response
 */
export async function respondOnce(
  context: Pick<Context, 'database' | 'keyring'>,
  request: KeyedRequest | null,
  act: () => Promise<unknown>,
): Promise<unknown> {
  if (request === null) return act()
  const before = await findStored(context, request)
  if (before !== undefined) return before.answer
  try {
    return await act()
  } catch (error) {
    // The error may result from the same request, completed concurrently.
    const meanwhile = error instanceof DomainError ? await findStored(context, request) : undefined
    if (meanwhile === undefined) throw error
    return meanwhile.answer
  }
}

/** Stored content of a request, encrypted. */
interface Stored {
  hash: string
  answer: unknown
  role?: Role
}

async function findStored(
  { database, keyring }: Pick<Context, 'database' | 'keyring'>,
  request: KeyedRequest,
): Promise<StoredResponse<unknown> | undefined> {
  const { userId, key, hash } = request
  const [row] = await database.db
    .select({ encrypted: idempotencyKeys.encrypted })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
  if (row === undefined) return undefined
  const stored = decryptJson(keyring, idempotencyKeys.encrypted, idOf(request), row.encrypted) as Stored
  if (stored.hash === hash) {
    await requireScope(database.db, { ...request, answer: stored.answer, role: stored.role })
    return new StoredResponse(stored.answer)
  }
  throw new DomainError(
    'key-reused',
    'This Idempotency-Key was already used for a different request. Please send a new key with each new request.',
  )
}

/** Deletes expired responses. */
export async function deleteExpiredResponses({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): Promise<void> {
  await database.db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now().getTime() - RETENTION_MS)))
}

/** The id of a stored response in `encrypted-columns.ts`. */
function idOf({ userId, key }: KeyedRequest): string {
  return `${userId} ${key}`
}
