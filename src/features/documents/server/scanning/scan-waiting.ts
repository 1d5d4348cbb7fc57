import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { unattachedObjects } from '#features/documents/schema/uploads.ts'
import {
  systemContext,
  inTransaction,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import type { DocumentRow } from '../queries.ts'
import { nameOf } from '../encrypted-name.ts'
import { dropUnattached } from '../orphaned-files.ts'
import type { Verdict } from '#base/server/virus-scan/clamd.ts'
import type { VirusScanner } from '#base/server/virus-scan/scanner.ts'

const FIRST_DELAY_MS = 60_000
const LONGEST_DELAY_MS = 15 * 60_000

/** How many files of a run were clean or infected. */
export interface Scanned {
  clean: number
  infected: number
}

/**
 * Scans waiting files until none is due or the scanner does not answer. The delay of a file doubles with each failure,
 * up to a quarter of an hour; retries never end. Safe to interrupt, and to run on several servers at once.
 */
export async function scanWaitingFiles(context: Context): Promise<Scanned> {
  const scanned: Scanned = { clean: 0, infected: 0 }
  const { scanner } = context
  if (scanner === null) return scanned
  for (;;) {
    const document = await claimNext(context)
    if (document === null) return scanned
    const verdict = await scanStored(context, scanner, document)
    if (verdict.is === 'unknown') {
      const facts = { documentId: document.id, attempts: document.scanAttempts, why: verdict.why }
      context.log.warn(facts, 'a file could not be scanned for viruses')
      return scanned
    }
    if (verdict.is === 'clean') await passed(context, document)
    else await condemn(context, document, verdict.virus)
    scanned[verdict.is] += 1
  }
}

async function claimNext({ database: { db }, now: clock }: Context): Promise<DocumentRow | null> {
  const now = clock()
  const next = db
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(eq(documents.virusScan, 'waiting'), isNull(documents.removedAt), lte(documents.nextScanAt, now)),
    )
    .orderBy(asc(documents.nextScanAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const delay = sql`least(${FIRST_DELAY_MS} * power(2, ${documents.scanAttempts}), ${LONGEST_DELAY_MS})`
  const [claimed] = await db
    .update(documents)
    .set({
      scanAttempts: sql`${documents.scanAttempts} + 1`,
      nextScanAt: sql`${now.toISOString()}::timestamptz + ${delay} * interval '1 millisecond'`,
    })
    .where(sql`${documents.id} = (${next})`)
    .returning()
  return claimed ?? null
}

async function scanStored(
  { store }: Context,
  scanner: VirusScanner,
  { objectKey }: DocumentRow,
): Promise<Verdict> {
  try {
    const object = await store.get(objectKey)
    if (object === null) return { is: 'unknown', why: 'It is missing from the store.' }
    return await scanner.scanPatiently(await readWhole(object))
  } catch (error) {
    return { is: 'unknown', why: String(error) }
  }
}

/** Only waiting files are decided, so a late result changes nothing. */
function decide(tx: Transaction, { id }: DocumentRow, virusScan: 'clean' | 'infected'): Promise<unknown[]> {
  return tx
    .update(documents)
    .set({ virusScan, nextScanAt: null })
    .where(and(eq(documents.id, id), eq(documents.virusScan, 'waiting')))
    .returning({ id: documents.id })
}

async function passed({ database: { db } }: Context, document: DocumentRow): Promise<void> {
  await db.transaction((tx) => decide(tx, document, 'clean'))
}

/** Deletes the file; its record and the reason stay visible to its client and the staff. */
async function condemn(context: Context, document: DocumentRow, virus: string): Promise<void> {
  const decided = await inTransaction(systemContext(context), async (work) => {
    const { tx, now } = work
    const changed = await decide(tx, document, 'infected')
    if (changed.length === 0) return false
    await tx
      .insert(unattachedObjects)
      .values({ key: document.objectKey, createdAt: now })
      .onConflictDoNothing()
    await record(work, 'document.infected', document.applicationId ?? document.ownerId, {
      documentId: document.id,
      kind: document.kind,
      sha256: document.sha256,
      virus,
    })
    await withdrawLetter(work, document)
    await notifyOwner(work, document)
    return true
  })
  if (!decided) return
  try {
    await dropUnattached(context, document.objectKey)
  } catch (error) {
    context.log.warn({ err: error, documentId: document.id }, 'an infected file is left to the cleanup job')
  }
}

/** A manager whose letter is withdrawn has none, which the next reader reports as missing. */
async function withdrawLetter({ tx }: TransactionContext<null>, { id, ownerId }: DocumentRow): Promise<void> {
  await tx
    .update(users)
    .set({ faisDocumentId: null })
    .where(and(eq(users.id, ownerId), eq(users.faisDocumentId, id)))
}

async function notifyOwner(work: TransactionContext<null>, document: DocumentRow): Promise<void> {
  const { tx, context } = work
  const [owner] = await tx
    .select({ username: users.username, fullName: users.fullName })
    .from(users)
    .where(eq(users.id, document.ownerId))
  if (owner === undefined) return
  await queueMail(work, {
    template: 'file-infected',
    recipient: owner.username,
    data: {
      fullName: owner.fullName,
      fileName: nameOf(context.keyring, document),
      kind: documentKinds[document.kind].label,
    },
  })
}
