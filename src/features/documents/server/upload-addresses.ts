import { and, eq, gt, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { isSentType, type SentType } from '#base/rules/files/file-types.ts'
import {
  UPLOAD_ADDRESS_LIFETIME_MS,
  WIDEST_LIMIT_BYTES,
  type DocumentKindName,
} from '#features/applications/rules/documents/kinds.ts'
import { fileProblem } from '#features/documents/rules/messages.ts'
import { hashToken, newToken } from '#base/server/encryption/secret-token.ts'
import type { Context } from '#base/server/context.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { newKey } from '#base/server/storage/object-key.ts'
import { editableApplicationOf } from '#features/applications/server/record/editable.ts'
import { requireLetterToSign } from './letter-to-sign.ts'
import { prepareInspection } from './inspection/inspect-file.ts'

export type UploadRow = typeof uploads.$inferSelect

/** What a client declares about an upload; what it omits is checked at registration only. */
type Announced = ParsedInput<'POST /api/objects/upload'>['body']

/** Enough for a client who fills every list and retries each file twice, but not for a script that fills the store. */
const MAX_ADDRESSES = 60
/** Quota of unregistered uploads per user in bytes: twice what all lists together accept. */
const UNREGISTERED_QUOTA = 10 * WIDEST_LIMIT_BYTES

/** The upload path where the store is the local disk. */
export const UPLOAD_PATH = '/api/objects/upload'

/**
 * Gives a client an upload address for one file, valid once for 15 minutes (decisions, "Upload").
 *
 * @throws DomainError conflict (409) once the application is submitted, too-large or wrong-type for what was declared
 */
export async function giveUploadAddress(
  act: CommandContext,
  { announced, ownOrigin }: Asked & { announced: Announced },
): Promise<string> {
  const { purpose, size } = announced
  const contentType = ofOurs(announced.contentType)
  refuseAnnounced({ purpose, contentType, size })
  await editableApplicationOf(act, announced.purpose)
  await requireLetterToSign(act, announced.purpose)
  return openAddress(act, { purpose, contentType, size, ownOrigin })
}

/**
 * Gives a member of staff an upload address for one FAIS letter, in the same way.
 *
 * @param size in bytes, where it is known
 */
export function giveLetterAddress(
  act: CommandContext,
  { size, ownOrigin }: Asked & { size: number | undefined },
): Promise<string> {
  return openAddress(act, { purpose: 'staffFais', contentType: 'application/pdf', size, ownOrigin })
}

/** Gives an admin an upload address for a file with clients to import; its type is detected when it is read. */
export function giveTableAddress(
  act: CommandContext,
  { size, ownOrigin }: Asked & { size: number | undefined },
): Promise<string> {
  if (size !== undefined && size > WIDEST_LIMIT_BYTES) {
    throw new DomainError('too-large', 'This file is larger than 10 MB. Please split it.')
  }
  return openAddress(act, { size, ownOrigin })
}

/** Gives a member of staff an upload address for a paper of a client, in the same way. */
export function givePaperAddress(
  act: CommandContext,
  {
    contentType: sent,
    size,
    ownOrigin,
  }: Asked & { contentType?: string | undefined; size?: number | undefined },
): Promise<string> {
  const contentType = ofOurs(sent)
  refuseAnnounced({ purpose: 'ficaPaper', contentType, size })
  return openAddress(act, { purpose: 'ficaPaper', contentType, size, ownOrigin })
}

interface Asked {
  /** The origin of this server, for stores that sign no addresses of their own. */
  ownOrigin: string
}

/** What an address accepts. */
interface ToOpen extends Asked {
  purpose?: DocumentKindName | undefined
  contentType?: SentType | undefined
  size?: number | undefined
}

async function openAddress(
  { context, actor, now }: CommandContext,
  { purpose, contentType, size, ownOrigin }: ToOpen,
): Promise<string> {
  const id = newId()
  const { presignUpload } = context.store
  const token = presignUpload === undefined ? newToken() : null
  const upload = {
    id,
    userId: actor.userId,
    purpose: purpose ?? null,
    contentType: contentType ?? null,
    bytes: size ?? null,
    tokenHash: token === null ? null : hashToken(token),
    objectKey: newKey('uploads', id),
    createdAt: now,
    expiresAt: new Date(now.getTime() + UPLOAD_ADDRESS_LIFETIME_MS),
  }
  await context.database.db.transaction(async (tx) => {
    await lockShare(tx, actor.userId)
    await refuseTooMany(tx, actor.userId, now)
    if (presignUpload !== undefined) await refuseBeyondQuota(tx, upload)
    await tx.insert(uploads).values(upload)
  })
  void readyInspection(context)
  if (presignUpload === undefined) return `${ownOrigin}${UPLOAD_PATH}/${id}?token=${token}`
  return presignUpload(upload.objectKey, {
    contentType,
    bytes: size,
    now,
    lifetimeSeconds: UPLOAD_ADDRESS_LIFETIME_MS / 1000,
  })
}

/** Started while the upload is on its way; the request neither waits for it nor fails with it. */
async function readyInspection({ log }: Context): Promise<void> {
  try {
    await prepareInspection()
  } catch (error) {
    log.error({ err: error }, 'the inspection process cannot be started')
  }
}

/** Browsers announce generic types for downloads and unknown files; they are ignored. */
function ofOurs(announced: string | undefined): SentType | undefined {
  return announced !== undefined && isSentType(announced) ? announced : undefined
}

function refuseAnnounced({ purpose, contentType, size }: Omit<ToOpen, 'ownOrigin'>): void {
  if (purpose === undefined || contentType === undefined) return
  const error = fileProblem(purpose, { name: 'This file', type: contentType, size: size ?? 0 })
  if (error !== null) throw new DomainError('too-large', error.description)
}

/** Lock of a user's quota, so that simultaneous changes are counted in turn. */
async function lockShare(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

async function refuseTooMany(tx: Transaction, userId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - UPLOAD_ADDRESS_LIFETIME_MS)
  const recent = await tx.$count(uploads, and(eq(uploads.userId, userId), gt(uploads.createdAt, since)))
  if (recent >= MAX_ADDRESSES) throw tooMuch()
}

/**
 * Enforces the quota of unregistered uploads, including one more file.
 *
 * @param counted which addresses count: all for a bucket, those with a received file for the local disk
 */
async function refuseBeyondQuota(
  tx: Transaction,
  { userId, bytes }: Pick<UploadRow, 'userId' | 'bytes'>,
  counted?: SQL,
): Promise<void> {
  const size = sql<number>`coalesce(sum(coalesce(${uploads.bytes}, ${WIDEST_LIMIT_BYTES})), 0)`
  const [sent] = await tx
    .select({ bytes: size.mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isNull(uploads.documentId), counted))
  if ((sent?.bytes ?? 0) + (bytes ?? WIDEST_LIMIT_BYTES) > UNREGISTERED_QUOTA) throw tooMuch()
}

function tooMuch(): DomainError {
  return new DomainError('throttled', 'Too many uploads. Please wait a few minutes.', {
    retryAfterSeconds: UPLOAD_ADDRESS_LIFETIME_MS / 1000,
  })
}

/** An upload address: its two parts and the signed-in user. */
export interface Addressed {
  id: string
  token: string
  userId: string
}

/**
 * Claims an address for one file. Of two simultaneous uploads one succeeds.
 *
 * @param bytes the declared size, which counts towards the quota from now on
 * @returns the row as it was before
 * @throws DomainError not-found for an address that is unknown or another user's, conflict (409) for one that was used,
 * forbidden (403) for one that has expired, throttled (429) above the quota of unregistered uploads
 */
export async function claimUpload(
  db: Database,
  address: Addressed,
  { now, bytes = null }: { now: Date; bytes?: number | null | undefined },
): Promise<UploadRow> {
  const known = and(
    eq(uploads.id, address.id),
    eq(uploads.userId, address.userId),
    eq(uploads.tokenHash, hashToken(address.token)),
  )
  const claimed = await db.transaction(async (tx) => {
    await lockShare(tx, address.userId)
    const [row] = await tx
      .select()
      .from(uploads)
      .where(and(known, isNull(uploads.receivedAt), gt(uploads.expiresAt, now)))
    if (row === undefined) return undefined
    await refuseBeyondQuota(tx, row, isNotNull(uploads.receivedAt))
    const claim = { receivedAt: now, bytes: row.bytes ?? bytes }
    await tx.update(uploads).set(claim).where(eq(uploads.id, row.id))
    return row
  })
  if (claimed !== undefined) return claimed
  const [found] = await db.select({ receivedAt: uploads.receivedAt }).from(uploads).where(known)
  if (found === undefined) throw notFound()
  if (found.receivedAt !== null) {
    throw new DomainError(
      'conflict',
      'A file has already been sent to this address. Please start the upload again.',
    )
  }
  throw new DomainError('forbidden', 'This upload took too long to start. Please start it again.')
}

/** Records the size of a file that was not declared, for the quota. */
export async function noteSize(db: Database, id: string, bytes: number): Promise<void> {
  await db.update(uploads).set({ bytes }).where(eq(uploads.id, id))
}

/** Releases the address of a failed upload: until it expires it can be tried again. */
export async function releaseUpload(
  db: Database,
  { id, bytes }: Pick<UploadRow, 'id' | 'bytes'>,
): Promise<void> {
  await db.update(uploads).set({ receivedAt: null, bytes }).where(eq(uploads.id, id))
}

/** The user's upload by the id at the end of its address; null where there is none. */
export async function findUpload(
  db: Database,
  { address, userId }: { address: string; userId: string },
): Promise<UploadRow | null> {
  const [location = ''] = address.split('?', 1)
  const [id] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.exec(location) ?? []
  if (id === undefined) return null
  const [found] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)))
  return found ?? null
}
