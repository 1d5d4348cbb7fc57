import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { IdentifiedBy, SealLevel, SignableName } from '#features/signing/rules/signables.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { documents } from '#features/access/schema/tables.ts'

/** All certificates used for sealing: documents sealed with older ones can still be verified. */
export const sealCertificates = pgTable('seal_certificates', {
  /** SHA-256 of the certificate in hexadecimal. */
  fingerprint: text('fingerprint').primaryKey(),
  /** With the certificate chain of its authority. */
  pem: text('pem').notNull(),
  firstUsedAt: timestampColumn('first_used_at').notNull(),
})

/** On-screen signature of an application's document, with the sealed document. */
export const documentSignatures = pgTable(
  'document_signatures',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<SignableName>().notNull(),
    /** The signed document. Not a foreign key: older versions may be deleted before signatures. */
    signedDocumentId: uuid('signed_document_id').notNull(),
    signedVersion: integer('signed_version').notNull(),
    signedSha256: text('signed_sha256').notNull(),
    /** Size of the original at the start of the sealed document. */
    signedBytes: integer('signed_bytes').notNull(),
    /** Version of the confirmed statements. */
    wording: text('wording').notNull(),
    by: text('by').$type<'typing' | 'drawing'>().notNull(),
    /** Encrypted for this document (`signing/signer-details.ts`): the signer's name, address and device. */
    particulars: text('particulars').notNull(),
    /** Null: with the password. */
    identifiedBy: text('identified_by').$type<IdentifiedBy>(),
    openedAt: timestampColumn('opened_at').notNull(),
    /** When the letter was first on the signer's screen; null for signatures from before this was recorded. */
    displayedAt: timestampColumn('displayed_at'),
    signedAt: timestampColumn('signed_at').notNull(),
    level: text('level').$type<SealLevel>().notNull(),
    certificate: text('certificate')
      .notNull()
      .references(() => sealCertificates.fingerprint),
    /** SHA-256 of the sealed content: unchanged by a later time-stamp. */
    digest: text('digest').notNull(),
  },
  (table) => [
    uniqueIndex('document_signatures_digest').on(table.digest),
    index('document_signatures_level')
      .on(table.signedAt)
      .where(sql`level = 'B-B'`),
  ],
)
