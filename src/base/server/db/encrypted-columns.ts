import { getTableName, sql, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { decryptText, encryptText } from '#base/server/encryption/text-cipher.ts'
import { auditChainKeys } from '#features/audit/schema.ts'
import { checkSettlements } from '#features/review/schema/check-schema.ts'
import { correctionItems } from '#features/applications/schema/correction-schema.ts'
import { approvals } from '#features/approvals/schema.ts'
import {
  declarations,
  dueDiligenceTasks,
  verifications,
} from '#features/due-diligence/schema/due-diligence-schema.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import { idempotencyKeys } from '#features/access/schema/idempotency-schema.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import { webhookEndpoints } from '#features/integrations/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { noteRevisions } from '#features/notes/schema/note-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { documents, secondFactors, sessions } from '#features/access/schema/tables.ts'
import { hits, screenings, screeningSubjects } from '#features/screening/schema.ts'
import { documentSignatures } from '#features/signing/schema/signing-schema.ts'

interface Binding {
  /** The row's id, by which rows are ordered; by default the column `id`. */
  id?: SQLWrapper
  /** What a ciphertext is bound to, by the row's id; by default "table id: column". */
  location?: (id: string) => string
}

function encrypted<Column extends PgColumn>(column: Column, { id, location }: Binding = {}) {
  const table = column.table as PgTable & { id: SQLWrapper }
  const usual = (rowId: string) => `${getTableName(table)} ${rowId}: ${column.name}`
  return { column, id: id ?? table.id, location: location ?? usual }
}

/** Two columns of a key as one sortable id, separated by a space. */
function pair(one: PgColumn, other: PgColumn) {
  return sql<string>`(${one}::text || ' ' || ${other}::text) collate "C"`
}

const response = pair(idempotencyKeys.userId, idempotencyKeys.key)
const importRow = pair(importRows.importId, importRows.row)

/**
 * Every encrypted column, except the answers of an application (`encrypted-answers.ts`). A location is part of each stored
 * ciphertext, so it never changes: the columns of the first release keep theirs, later ones have the usual.
 */
export const encryptedColumns = [
  encrypted(approvals.askedWords),
  encrypted(approvals.words),
  encrypted(auditChainKeys.encrypted, {
    id: auditChainKeys.keyId,
    location: (id) => `audit chain key ${id}`,
  }),
  encrypted(checkSettlements.content, { location: (id) => `decision on a check ${id}` }),
  encrypted(correctionItems.after, { location: (id) => `correction item ${id}: after` }),
  encrypted(correctionItems.before, { location: (id) => `correction item ${id}: before` }),
  encrypted(correctionItems.reply, { location: (id) => `correction item ${id}: reply` }),
  encrypted(correctionItems.words, { location: (id) => `correction item ${id}: words` }),
  encrypted(declarations.content),
  encrypted(documentSignatures.particulars, {
    id: documentSignatures.documentId,
    location: (id) => `document ${id}: signature`,
  }),
  encrypted(documents.encryptedFileId, { location: (id) => `document ${id}: file id` }),
  encrypted(documents.encryptedName, { location: (id) => `document ${id}: name` }),
  encrypted(dueDiligenceTasks.comment),
  encrypted(dueDiligenceTasks.draft),
  encrypted(hits.features),
  encrypted(hits.words),
  encrypted(idempotencyKeys.encrypted, { id: response, location: (id) => `idempotency key ${id}` }),
  encrypted(importRows.cells, { id: importRow }),
  encrypted(importRows.reason, { id: importRow }),
  encrypted(imports.content),
  encrypted(mailOutbox.htmlBody, { location: (id) => `mail ${id}: html` }),
  encrypted(mailOutbox.textBody, { location: (id) => `mail ${id}: text` }),
  encrypted(noteRevisions.words, { location: (id) => `wording of a note ${id}` }),
  encrypted(retentionHolds.liftedWords),
  encrypted(retentionHolds.words),
  encrypted(riskRatings.factors),
  encrypted(screeningSubjects.facts),
  encrypted(screenings.details),
  encrypted(secondFactors.secret, {
    id: secondFactors.userId,
    location: (id) => `user ${id}: second factor`,
  }),
  encrypted(sessions.refreshToken, { location: (id) => `session ${id}: refresh token` }),
  encrypted(verifications.details),
  encrypted(verifications.note),
  encrypted(webhookEndpoints.previousSecret, { location: (id) => `webhook ${id}: secret` }),
  encrypted(webhookEndpoints.secret, { location: (id) => `webhook ${id}: secret` }),
] as const

/** A column of {@link encryptedColumns}. */
export type EncryptedColumn = (typeof encryptedColumns)[number]['column']

const locations = new Map<PgColumn, (id: string) => string>(
  encryptedColumns.map(({ column, location }) => [column, location]),
)

function locationOf(column: EncryptedColumn, id: string): string {
  const location = locations.get(column)
  if (location === undefined) throw new Error(`${column.name} is not an encrypted column.`)
  return location(id)
}

/**
 * Encrypts a text with the current key, bound to its row and column; null stays null.
 *
 * @param id of the row
 */
export function encrypt<Text extends string | null>(
  keyring: Keyring,
  column: EncryptedColumn,
  id: string,
  text: Text,
): Text {
  // Null in, null out.
  return (text === null ? null : encryptText(keyring, text, locationOf(column, id))) as Text
}

/**
 * Decrypts a text of a column; null stays null.
 *
 * @throws Error if it was changed or moved in the database, or its key is missing
 */
export function decrypt<Text extends string | null>(
  keyring: Keyring,
  column: EncryptedColumn,
  id: string,
  text: Text,
): Text {
  return (text === null ? null : decryptText(keyring, text, locationOf(column, id))) as Text
}

/** Encrypts a value as JSON. */
export function encryptJson(keyring: Keyring, column: EncryptedColumn, id: string, value: unknown): string {
  return encrypt(keyring, column, id, JSON.stringify(value))
}

/** Decrypts a value of {@link encryptJson}. Encryption is authenticated, so it has the type of its writer. */
export function decryptJson(keyring: Keyring, column: EncryptedColumn, id: string, text: string): unknown {
  return JSON.parse(decrypt(keyring, column, id, text))
}
