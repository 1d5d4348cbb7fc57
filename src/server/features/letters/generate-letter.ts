import { eq } from 'drizzle-orm'
import { letterGaps } from '#domain/firm/letter/content.ts'
import { attachDocument, storeFile, type StoredFile } from '#server/features/documents/attach.ts'
import { makeFaisLetter } from '#server/features/documents/fais-letter/make-fais-letter.ts'
import { inspectFile } from '#server/features/documents/inspection/inspect-file.ts'
import { clearUp, dropUnattached } from '#server/features/documents/orphaned-files.ts'
import { passScanner } from '#server/features/documents/scanning/pass-scanner.ts'
import { generatedLetters } from '#server/platform/db/letter-schema.ts'
import { users } from '#server/platform/db/schema.ts'
import { DomainError, notFound } from '#server/platform/domain-error.ts'
import { record } from '#server/shared/audit/record.ts'
import { inTransaction, type CommandContext } from '#server/shared/command-context.ts'
import { loadFirm } from '#server/shared/firm/load-firm.ts'
import {
  contentFor,
  factsOf,
  fingerprintOf,
  managersWithLetters,
  publishedTemplate,
  type ManagerRow,
} from './letter-content.ts'
import { requireComplete } from './publish-template.ts'

const NAME = 'FAIS_Disclosure_Letter.pdf'
const KIND = 'staffFais'

/**
 * Generates the letter of a wealth manager from the published template, and makes it the one that clients get. Earlier
 * letters stay, and so does everything that was signed. A letter that is up to date is left as it is.
 *
 * @throws DomainError not-found for a user who is no active wealth manager; conflict (409) `not-published`,
 * `letter-incomplete` with what is missing, `uploaded-letter` for one that was uploaded, or if it was replaced meanwhile
 */
export async function generateLetter(
  act: CommandContext,
  { managerId, replaceUploaded }: { managerId: string; replaceUploaded: boolean },
): Promise<void> {
  const { context } = act
  await loadFirm(context)
  const { db } = context.database
  const [manager] = await managersWithLetters(db, managerId)
  if (manager === undefined) throw notFound()
  const published = await publishedTemplate(db)
  if (published === undefined) throw notPublished()
  const content = contentFor(context.settings, published.template, manager)
  requireComplete(letterGaps(content))
  const fingerprint = fingerprintOf(content)
  if (manager.fingerprint === fingerprint) return
  requireGenerated(manager, replaceUploaded)
  const facts = factsOf(context.settings, content, { issuedOn: act.now, version: published.version })
  const stored = await storeLetter(act, await makeFaisLetter(facts, act.actor.userId))
  await give(act, { manager, stored, version: published.version, fingerprint })
}

/** Checked as if it had been uploaded. */
async function storeLetter(act: CommandContext, bytes: Buffer): Promise<StoredFile> {
  const finding = await inspectFile(bytes)
  if (finding.is !== 'taken' || finding.type !== 'application/pdf') {
    throw new Error('A generated letter did not pass the inspection.')
  }
  const virusScan = await passScanner(act, bytes, { kind: KIND, name: NAME, applicationId: null })
  const { type: contentType, downloadOnly } = finding
  return storeFile(act.context, { bytes, contentType, downloadOnly, virusScan }, act.now)
}

interface Generated {
  manager: ManagerRow
  stored: StoredFile
  version: number
  fingerprint: string
}

async function give(
  act: CommandContext,
  { manager, stored, version, fingerprint }: Generated,
): Promise<void> {
  try {
    await inTransaction(act, async (work) => {
      const { tx } = work
      const [current] = await tx.select().from(users).where(eq(users.id, manager.id)).for('no key update')
      const isAsRead =
        current?.role === 'wealth_manager' &&
        current.deactivatedAt === null &&
        current.faisDocumentId === manager.documentId
      if (!isAsRead) throw replacedMeanwhile()
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
    })
  } catch (error) {
    // Only a DomainError guarantees a rollback; the cleanup job deletes the rest.
    if (error instanceof DomainError)
      await clearUp(act.context, () => dropUnattached(act.context, stored.objectKey))
    throw error
  }
}

function notPublished(): DomainError {
  return new DomainError(
    'conflict',
    'The firm’s letter is not published yet. Publish it, then generate letters.',
    {
      code: 'not-published',
    },
  )
}

function requireGenerated({ documentId, fingerprint, fullName }: ManagerRow, replaceUploaded: boolean): void {
  if (replaceUploaded || documentId === null || fingerprint !== null) return
  throw new DomainError(
    'conflict',
    `${fullName} has an uploaded letter. Confirm that the generated letter replaces it.`,
    { code: 'uploaded-letter' },
  )
}

function replacedMeanwhile(): DomainError {
  return new DomainError('conflict', 'This letter has since been changed. Please reload the page.')
}
