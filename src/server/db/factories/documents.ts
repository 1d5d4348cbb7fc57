import { createHash } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { DocumentKindName, FileType } from '#domain/documents/kinds.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { documents } from '#server/db/schema.ts'
import type { DocumentRow } from '#server/documents/queries.ts'
import { attachObject, storeUnattached } from '#server/documents/unattached.ts'

/** What may be said about a document; the rest is made up. */
export interface DocumentFacts {
  /** Null for the staff's FAIS letters. */
  applicationId: string | null
  ownerId: string
  kind: DocumentKindName
  name?: string
  contentType?: FileType
  /** A PDF of one page by default. */
  bytes?: Buffer
  uploadedAt?: Date
}

/** A PDF of one page with a few lines. */
export async function makePlainPdf(lines: readonly string[]): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([595, 842])
  for (const [index, line] of lines.entries()) {
    page.drawText(line, { x: 64, y: 760 - index * 26, size: index === 0 ? 18 : 11, font })
  }
  return Buffer.from(await document.save())
}

/** Puts a file into the store and a document into the database, registered as if its owner had uploaded it. */
export async function makeDocument(context: Context, facts: DocumentFacts): Promise<DocumentRow> {
  const now = context.now()
  const contentType = facts.contentType ?? 'application/pdf'
  const bytes = facts.bytes ?? (await makePlainPdf([facts.kind]))
  const objectKey = await storeUnattached(context, { bytes, contentType, now })
  return context.database.db.transaction(async (tx) => {
    await attachObject(tx, objectKey, now)
    const [row] = await tx
      .insert(documents)
      .values({
        id: newId(),
        applicationId: facts.applicationId,
        ownerId: facts.ownerId,
        kind: facts.kind,
        name: facts.name ?? `${facts.kind}.pdf`,
        contentType,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        objectKey,
        uploadedAt: facts.uploadedAt ?? now,
      })
      .returning()
    if (row === undefined) throw new Error('The document was not stored.')
    return row
  })
}
