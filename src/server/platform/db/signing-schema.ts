import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { SealLevel, SignableName } from '#domain/signing/signables.ts'
import { timestampColumn } from './timestamp.ts'
import { documents } from './schema.ts'

/** Every certificate that documents were sealed with: what was sealed with an older one can be verified as before. */
export const sealCertificates = pgTable('seal_certificates', {
  /** SHA-256 of the certificate, in hexadecimal digits. */
  fingerprint: text('fingerprint').primaryKey(),
  /** With the certificates that lead to the authority which issued it. */
  pem: text('pem').notNull(),
  firstUsedAt: timestampColumn('first_used_at').notNull(),
})

/** How a document of an application came to be signed on the screen: a row beside the sealed document. */
export const documentSignatures = pgTable(
  'document_signatures',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<SignableName>().notNull(),
    /** What was signed. Not a foreign key: older versions may go while signatures of them stay. */
    signedDocumentId: uuid('signed_document_id').notNull(),
    signedVersion: integer('signed_version').notNull(),
    signedSha256: text('signed_sha256').notNull(),
    /** The sealed document begins with so many bytes of what was signed. */
    signedBytes: integer('signed_bytes').notNull(),
    /** Which wording of the statements was confirmed. */
    wording: text('wording').notNull(),
    by: text('by').$type<'typing' | 'drawing'>().notNull(),
    /** Sealed for this document (`signing/particulars.ts`): name, address and device of the signer. */
    particulars: text('particulars').notNull(),
    openedAt: timestampColumn('opened_at').notNull(),
    signedAt: timestampColumn('signed_at').notNull(),
    level: text('level').$type<SealLevel>().notNull(),
    certificate: text('certificate')
      .notNull()
      .references(() => sealCertificates.fingerprint),
    /** SHA-256 of all that the seal covers: stays the same when a time-stamp is added to the seal. */
    digest: text('digest').notNull(),
  },
  (table) => [
    uniqueIndex('document_signatures_digest').on(table.digest),
    index('document_signatures_level')
      .on(table.signedAt)
      .where(sql`level = 'B-B'`),
  ],
)
