import { eq } from 'drizzle-orm'
import { letterGaps } from '#features/signing/rules/letter/content.ts'
import type { LetterOutcome } from '#features/signing/rules/letter/run.ts'
import { attachDocument, storeFile, type StoredFile } from '#features/documents/server/attach.ts'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import { inspectFile } from '#features/documents/server/inspection/inspect-file.ts'
import { clearUp, dropUnattached } from '#features/documents/server/orphaned-files.ts'
import { passScanner } from '#features/documents/server/scanning/pass-scanner.ts'
import { generatedLetters } from '#features/signing/schema/letter-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { requireSealable } from '#features/signing/server/require-sealable.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import {
  contentFor,
  factsOf,
  fingerprintOf,
  managersWithLetters,
  publishedTemplate,
  type ManagerRow,
} from './letter-content.ts'

const NAME = 'FAIS_Disclosure_Letter.pdf'
const KIND = 'staffFais'

/** A letter to be generated. */
export interface LetterOrder {
  managerId: string
  /** Of the published template. */
  version: number
  replaceUploaded: boolean
  /** Stores the result in the transaction of the letter; throwing rolls both back. */
  onGiven: (work: TransactionContext<Doer>) => Promise<void>
}

/** What became of a letter. */
export interface LetterResult {
  outcome: LetterOutcome
  /** The facts that are missing. */
  missing?: string[]
}

/**
 * Generates the letter of a wealth manager from the published template, and makes it the one that clients get. Earlier
 * letters stay, and so does everything that was signed. A letter that is up to date is left as it is.
 */
export async function generateLetter(act: CommandContext<Doer>, order: LetterOrder): Promise<LetterResult> {
  const { context } = act
  await loadFirm(context)
  const { db } = context.database
  const [manager] = await managersWithLetters(db, order.managerId)
  if (manager === undefined) return { outcome: 'missing' }
  const published = await publishedTemplate(db)
  if (published?.version !== order.version) return { outcome: 'superseded' }
  const content = contentFor(context.settings, published.template, manager)
  const gaps = letterGaps(content)
  if (gaps.length > 0) return { outcome: 'incomplete', missing: gaps.map(({ label }) => label) }
  const fingerprint = fingerprintOf(content)
  if (manager.fingerprint === fingerprint) return { outcome: 'unchanged' }
  if (isUploaded(manager) && !order.replaceUploaded) return { outcome: 'uploaded' }
  const facts = factsOf(context.settings, content, { issuedOn: act.now, version: order.version })
  const stored = await storeLetter(act, await makeFaisLetter(facts, act.actor.userId))
  return { outcome: await give(act, order, { manager, stored, fingerprint }) }
}

function isUploaded({ documentId, fingerprint }: ManagerRow): boolean {
  return documentId !== null && fingerprint === null
}

/** Checked as if it had been uploaded. */
async function storeLetter(
  act: CommandContext<Doer>,
  bytes: Buffer,
): Promise<StoredFile & { sealable: boolean | null }> {
  const finding = await inspectFile(bytes)
  if (finding.is !== 'taken' || finding.type !== 'application/pdf') {
    throw new Error('A generated letter did not pass the inspection.')
  }
  const virusScan = await passScanner(act, bytes, { kind: KIND, name: NAME, applicationId: null })
  const sealable = await requireSealable(act, bytes)
  const { type: contentType, downloadOnly } = finding
  const stored = await storeFile(act.context, { bytes, contentType, downloadOnly, virusScan }, act.now)
  return { ...stored, sealable }
}

interface Generated {
  manager: ManagerRow
  stored: StoredFile & { sealable: boolean | null }
  fingerprint: string
}

async function give(
  act: CommandContext<Doer>,
  { version, onGiven }: LetterOrder,
  { manager, stored, fingerprint }: Generated,
): Promise<'generated' | 'changed'> {
  try {
    return await inTransaction(act, async (work) => {
      const { tx } = work
      const [current] = await tx.select().from(users).where(eq(users.id, manager.id)).for('no key update')
      const isAsRead =
        current?.role === 'wealth_manager' &&
        current.deactivatedAt === null &&
        current.faisDocumentId === manager.documentId
      if (!isAsRead) throw new DomainError('conflict', 'The letter was replaced meanwhile.')
      const document = {
        ...stored,
        applicationId: null,
        ownerId: manager.id,
        name: NAME,
        kind: KIND,
      } as const
      const documentId = await attachDocument(work, document)
      await tx.insert(generatedLetters).values({ documentId, version, fingerprint })
      await tx.update(users).set({ faisDocumentId: documentId }).where(eq(users.id, manager.id))
      const { sha256 } = stored
      await record(work, 'firm.letter-generated', manager.id, { documentId, version, sha256 })
      await onGiven(work)
      return 'generated' as const
    })
  } catch (error) {
    // Only a DomainError guarantees a rollback; the cleanup job deletes the rest.
    if (!(error instanceof DomainError)) throw error
    await clearUp(act.context, () => dropUnattached(act.context, stored.objectKey))
    return 'changed'
  }
}
