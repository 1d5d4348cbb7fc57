import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { ContractKey } from '#domain/api/contract.ts'
import type { Action } from '#domain/authorisation/permissions.ts'
import type { Role } from '#domain/users/roles.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { Context } from '#server/shared/context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { idempotencyKeys } from '#server/platform/db/idempotency-schema.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import { requireScope } from './require-scope.ts'

/** For how long a retry gets the first answer. */
const RETENTION_MS = 24 * 60 * 60_000

/** A request that its caller may send again under the same key. */
export interface KeyedRequest {
  userId: string
  actor: Actor
  /** What the call needs permission for. */
  access: Action
  input: unknown
  /** As the caller chose it. */
  key: string
  call: ContractKey
  /** Tells this request from another one: of its call and all that was sent with it. */
  hash: string
}

/** An answer that was kept in the transaction of what it answers. */
export class StoredResponse<Answer> {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/**
 * Keeps the answer to what a transaction did, as the last thing in it.
 *
 * @throws DomainError conflict where the same was done under the same key meanwhile: this one is rolled back
 */
export type StoreResponse<Answer> = (tx: Transaction, answer: Answer) => Promise<StoredResponse<Answer>>

/** The hash of a request: its call and what was parsed of it. */
export function hashOf(call: ContractKey, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([call, input]))
    .digest('base64url')
}

/** What keeps the answer to a request; one without a key is answered, and that is all. */
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
  const encrypted = encryptResponse(keyring, request, JSON.stringify({ hash, answer, role: actor.role }))
  // Waits for another transaction that has written the same key and not ended.
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
 * Does something once under a key, however often it is sent: whoever sends it again gets the first answer.
 *
 * @param act does it, and keeps its answer in its transaction
 * @param request null for what is done each time
 * @throws DomainError key-reused (422) where the key came with another request before; forbidden or not-found where the
 *   caller may no longer see the first answer
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
    // What stood in the way may be what the same request has done a moment ago.
    const meanwhile = error instanceof DomainError ? await findStored(context, request) : undefined
    if (meanwhile === undefined) throw error
    return meanwhile.answer
  }
}

/** What is stored of a request, encrypted. */
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
  const stored = JSON.parse(decryptResponse(keyring, request, row.encrypted)) as Stored
  if (stored.hash === hash) {
    await requireScope(database.db, { ...request, answer: stored.answer, role: stored.role })
    return new StoredResponse(stored.answer)
  }
  throw new DomainError(
    'key-reused',
    'This Idempotency-Key was already used for a different request. Please send a new key with each new request.',
  )
}

/** Forgets answers that nobody asks for any more. */
export async function deleteExpiredResponses({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): Promise<void> {
  await database.db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now().getTime() - RETENTION_MS)))
}

/** Whose answer it is, and under which key. */
export type ResponseOwner = Pick<KeyedRequest, 'userId' | 'key'>

function locationOf({ userId, key }: ResponseOwner): string {
  return `idempotency key ${userId} ${key}`
}

/** Encrypts an answer for its place. */
export function encryptResponse(keyring: Keyring, owner: ResponseOwner, text: string): string {
  return encryptText(keyring, text, locationOf(owner))
}

/**
 * Decrypts an answer.
 *
 * @throws Error where it was changed in the database, or its key is missing
 */
export function decryptResponse(keyring: Keyring, owner: ResponseOwner, encrypted: string): string {
  return decryptText(keyring, encrypted, locationOf(owner))
}
