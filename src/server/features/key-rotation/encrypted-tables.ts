import { and, asc, eq, gt, ne, sql, type SQL } from 'drizzle-orm'
import {
  decryptAnswers,
  encryptedTexts,
  storedAnswers,
} from '#server/shared/application-record/encrypted-answers.ts'
import { reencryptItem, encryptedTextsOf } from '#server/shared/application-record/encrypted-items.ts'
import { correctionItems } from '#server/platform/db/correction-schema.ts'
import { decryptChainKey, encryptChainKey } from '#server/features/audit-log/chain-keys.ts'
import { decryptSecret, encryptSecret } from '#server/features/auth/second-factor/encrypted-secret.ts'
import { checkSettlements } from '#server/platform/db/check-schema.ts'
import { noteRevisions } from '#server/platform/db/note-schema.ts'
import { decryptContent, encryptContent } from '#server/features/staff-workspace/checks/encrypted-content.ts'
import { decryptNoteText, encryptNoteText } from '#server/features/notes/encrypted-text.ts'
import { dueDiligenceTables } from './due-diligence-tables.ts'
import { importTables } from './import-tables.ts'
import { screeningTables } from './screening-tables.ts'
import { encryptedTable, ROWS_AT_ONCE, type EncryptedTable } from './encrypted-table.ts'
import { auditChainKeys } from '#server/platform/db/audit-schema.ts'
import { mailOutbox } from '#server/platform/db/mail-schema.ts'
import { idempotencyKeys } from '#server/platform/db/idempotency-schema.ts'
import { applications, documents, secondFactors } from '#server/platform/db/schema.ts'
import { fileIdOf, nameOf, encryptFileId, encryptName } from '#server/features/documents/encrypted-name.ts'
import {
  decryptResponse,
  encryptResponse,
  type ResponseOwner,
} from '#server/shared/idempotency/stored-responses.ts'
import { refreshTokensTable } from './refresh-tokens-table.ts'
import { webhookSecretsTable } from './webhook-secrets-table.ts'
import { documentSignatures } from '#server/platform/db/signing-schema.ts'
import { decryptBodies, encryptBodies } from '#server/shared/mail/encrypted-bodies.ts'
import { decryptSignerDetails, encryptSignerDetails } from '#server/features/signing/signer-details.ts'

/** Every encrypted column in the database. One that is missing here would keep its key in use for ever. */
export const encryptedTables: readonly EncryptedTable[] = [
  encryptedTable({
    what: 'answers',
    some: (tx, after) =>
      tx
        .select({
          id: applications.id,
          value: { answers: applications.answers, idNumberHash: applications.idNumberHash },
        })
        .from(applications)
        .where(after === null ? undefined : gt(applications.id, after))
        .orderBy(asc(applications.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: ({ answers }) => encryptedTexts(answers),
    reencrypt: (keyring, id, { answers }) => storedAnswers(keyring, id, decryptAnswers(keyring, id, answers)),
    write: (tx, id, stored) => tx.update(applications).set(stored).where(eq(applications.id, id)),
  }),
  encryptedTable({
    what: 'names and ids of files',
    some: (tx, after) =>
      tx
        .select({
          id: documents.id,
          value: { encryptedName: documents.encryptedName, encryptedFileId: documents.encryptedFileId },
        })
        .from(documents)
        .where(after === null ? undefined : gt(documents.id, after))
        .orderBy(asc(documents.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: ({ encryptedName, encryptedFileId }) =>
      encryptedFileId === null ? [encryptedName] : [encryptedName, encryptedFileId],
    reencrypt: (keyring, id, { encryptedName, encryptedFileId }) => ({
      encryptedName: encryptName(keyring, id, nameOf(keyring, { id, encryptedName })),
      encryptedFileId:
        encryptedFileId === null
          ? null
          : encryptFileId(keyring, id, fileIdOf(keyring, { id, encryptedFileId })),
    }),
    write: (tx, id, encrypted) => tx.update(documents).set(encrypted).where(eq(documents.id, id)),
  }),
  encryptedTable({
    what: 'mails',
    some: async (tx, after) => {
      const rows = await tx
        .select()
        .from(mailOutbox)
        .where(and(notWiped(), after === null ? undefined : gt(mailOutbox.id, after)))
        .orderBy(asc(mailOutbox.id))
        .limit(ROWS_AT_ONCE)
        .for('update')
      return rows.map(({ id, textBody, htmlBody }) => ({ id, value: { textBody, htmlBody } }))
    },
    texts: ({ textBody, htmlBody }) => [textBody, htmlBody],
    reencrypt: (keyring, id, value) => encryptBodies(keyring, id, decryptBodies(keyring, id, value)),
    write: (tx, id, bodies) => tx.update(mailOutbox).set(bodies).where(eq(mailOutbox.id, id)),
  }),
  encryptedTable({
    what: 'second factors',
    some: (tx, after) =>
      tx
        .select({ id: secondFactors.userId, value: secondFactors.secret })
        .from(secondFactors)
        .where(after === null ? undefined : gt(secondFactors.userId, after))
        .orderBy(asc(secondFactors.userId))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (secret) => [secret],
    reencrypt: (keyring, id, secret) => encryptSecret(keyring, id, decryptSecret(keyring, id, secret)),
    write: (tx, id, secret) => tx.update(secondFactors).set({ secret }).where(eq(secondFactors.userId, id)),
  }),
  encryptedTable({
    what: 'signatures',
    some: (tx, after) =>
      tx
        .select({ id: documentSignatures.documentId, value: documentSignatures.particulars })
        .from(documentSignatures)
        .where(after === null ? undefined : gt(documentSignatures.documentId, after))
        .orderBy(asc(documentSignatures.documentId))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (particulars) => [particulars],
    reencrypt: (keyring, id, particulars) =>
      encryptSignerDetails(keyring, id, decryptSignerDetails(keyring, id, particulars)),
    write: (tx, id, particulars) =>
      tx.update(documentSignatures).set({ particulars }).where(eq(documentSignatures.documentId, id)),
  }),
  encryptedTable({
    what: 'corrections',
    some: async (tx, after) => {
      const rows = await tx
        .select()
        .from(correctionItems)
        .where(after === null ? undefined : gt(correctionItems.id, after))
        .orderBy(asc(correctionItems.id))
        .limit(ROWS_AT_ONCE)
        .for('update')
      return rows.map(({ id, words, before, after: later, reply }) => ({
        id,
        value: { words, before, after: later, reply },
      }))
    },
    texts: encryptedTextsOf,
    reencrypt: reencryptItem,
    write: (tx, id, encrypted) => tx.update(correctionItems).set(encrypted).where(eq(correctionItems.id, id)),
  }),
  encryptedTable({
    what: 'notes',
    some: (tx, after) =>
      tx
        .select({ id: noteRevisions.id, value: noteRevisions.words })
        .from(noteRevisions)
        .where(after === null ? undefined : gt(noteRevisions.id, after))
        .orderBy(asc(noteRevisions.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (words) => [words],
    reencrypt: (keyring, id, words) => encryptNoteText(keyring, id, decryptNoteText(keyring, id, words)),
    write: (tx, id, words) => tx.update(noteRevisions).set({ words }).where(eq(noteRevisions.id, id)),
  }),
  encryptedTable({
    what: 'decisions on checks',
    some: (tx, after) =>
      tx
        .select({ id: checkSettlements.id, value: checkSettlements.content })
        .from(checkSettlements)
        .where(after === null ? undefined : gt(checkSettlements.id, after))
        .orderBy(asc(checkSettlements.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (content) => [content],
    reencrypt: (keyring, id, content) => encryptContent(keyring, id, decryptContent(keyring, id, content)),
    write: (tx, id, content) =>
      tx.update(checkSettlements).set({ content }).where(eq(checkSettlements.id, id)),
  }),
  ...dueDiligenceTables,
  webhookSecretsTable,
  refreshTokensTable,
  ...importTables,
  ...screeningTables,
  encryptedTable({
    what: 'keys of the audit chain',
    some: (tx, after) =>
      tx
        .select({ id: auditChainKeys.keyId, value: auditChainKeys.encrypted })
        .from(auditChainKeys)
        .where(after === null ? undefined : gt(auditChainKeys.keyId, after))
        .orderBy(asc(auditChainKeys.keyId))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (encrypted) => [encrypted],
    reencrypt: (keyring, id, encrypted) =>
      encryptChainKey(keyring, id, decryptChainKey(keyring, id, encrypted)),
    write: (tx, id, encrypted) =>
      tx.update(auditChainKeys).set({ encrypted }).where(eq(auditChainKeys.keyId, id)),
  }),
  encryptedTable({
    what: 'kept answers',
    some: (tx, after) =>
      tx
        .select({ id: responseIdOf, value: idempotencyKeys.encrypted })
        .from(idempotencyKeys)
        .where(after === null ? undefined : gt(responseIdOf, after))
        .orderBy(asc(responseIdOf))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (encrypted) => [encrypted],
    reencrypt: (keyring, id, encrypted) => {
      const slot = parseResponseId(id)
      return encryptResponse(keyring, slot, decryptResponse(keyring, slot, encrypted))
    },
    write: (tx, id, encrypted) => tx.update(idempotencyKeys).set({ encrypted }).where(eq(responseIdOf, id)),
  }),
]

/** The id of a stored response: user id and idempotency key, separated by a space. */
const responseIdOf = sql<string>`(${idempotencyKeys.userId}::text || ' ' || ${idempotencyKeys.key}) collate "C"`

function parseResponseId(slot: string): ResponseOwner {
  const [userId = ''] = slot.split(' ')
  return { userId, key: slot.slice(userId.length + 1) }
}

/** A mail with a secret is emptied once it is sent. */
function notWiped(): SQL {
  return ne(mailOutbox.textBody, '')
}
