import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { generateKey } from '#base/server/encryption/key-file.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { decrypt, decryptJson, encrypt, encryptedColumns, encryptJson } from './encrypted-columns.ts'
import { noteRevisions } from '#features/notes/schema/note-schema.ts'
import { documents, sessions } from '#features/access/schema/tables.ts'

const keyring = readKeyring(generateKey())

// A location is part of each stored ciphertext: one that changes makes a column of every firm unreadable.
test('the locations of released columns are as released', () => {
  const locations = Object.fromEntries(
    encryptedColumns.map(({ column, location }) => [
      `${getTableName(column.table)}.${column.name}`,
      location('ID'),
    ]),
  )
  expect(locations).toEqual({
    'approvals.asked_words': 'approvals ID: asked_words',
    'approvals.words': 'approvals ID: words',
    'audit_chain_keys.sealed': 'audit chain key ID',
    'check_settlements.content': 'decision on a check ID',
    'correction_items.after': 'correction item ID: after',
    'correction_items.before': 'correction item ID: before',
    'correction_items.reply': 'correction item ID: reply',
    'correction_items.words': 'correction item ID: words',
    'declarations.content': 'declarations ID: content',
    'document_signatures.particulars': 'document ID: signature',
    'documents.file_id': 'document ID: file id',
    'documents.name': 'document ID: name',
    'due_diligence_tasks.comment': 'due_diligence_tasks ID: comment',
    'due_diligence_tasks.draft': 'due_diligence_tasks ID: draft',
    'hits.features': 'hits ID: features',
    'hits.words': 'hits ID: words',
    'idempotency_keys.sealed': 'idempotency key ID',
    'import_rows.cells': 'import_rows ID: cells',
    'import_rows.reason': 'import_rows ID: reason',
    'imports.content': 'imports ID: content',
    'mail_outbox.html_body': 'mail ID: html',
    'mail_outbox.text_body': 'mail ID: text',
    'note_wordings.words': 'wording of a note ID',
    'retention_holds.lifted_words': 'retention_holds ID: lifted_words',
    'retention_holds.words': 'retention_holds ID: words',
    'risk_ratings.factors': 'risk_ratings ID: factors',
    'screening_subjects.facts': 'screening_subjects ID: facts',
    'screenings.details': 'screenings ID: details',
    'second_factors.secret': 'user ID: second factor',
    'sessions.refresh_token': 'session ID: refresh token',
    'verifications.details': 'verifications ID: details',
    'verifications.note': 'verifications ID: note',
    'webhook_endpoints.previous_secret': 'webhook ID: secret',
    'webhook_endpoints.secret': 'webhook ID: secret',
  })
})

test('a text is bound to its row and column', () => {
  const text = encrypt(keyring, noteRevisions.words, 'a', 'Confidential')
  expect(text).not.toContain('Confidential')
  expect(decrypt(keyring, noteRevisions.words, 'a', text)).toBe('Confidential')
  expect(() => decrypt(keyring, noteRevisions.words, 'b', text)).toThrow()
  expect(() => decrypt(keyring, sessions.refreshToken, 'a', text)).toThrow()
})

test('null stays null, and a value is the same again', () => {
  expect(encrypt(keyring, sessions.refreshToken, 'a', null)).toBeNull()
  expect(decrypt(keyring, sessions.refreshToken, 'a', null)).toBeNull()
  const value = { name: 'Nomsa', ages: [1, 2] }
  const text = encryptJson(keyring, noteRevisions.words, 'a', value)
  expect(decryptJson(keyring, noteRevisions.words, 'a', text)).toEqual(value)
})

test('other columns are rejected', () => {
  // @ts-expect-error This column holds plaintext.
  expect(() => encrypt(keyring, documents.contentType, 'a', 'text/plain')).toThrow(/not an encrypted column/u)
})
