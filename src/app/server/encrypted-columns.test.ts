import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { eq, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatIdNumber } from '#base/rules/south-africa/id-number.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { encryptedColumns } from '#base/server/db/encrypted-columns.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { readableDocument } from '#features/documents/server/queries.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  makePersonWithEncryptedData,
  ENCRYPTED_COLUMNS_OF_PERSON,
  type PersonWithEncryptedData,
} from '#test/support/person-with-encrypted-data.ts'
import { ENCRYPTED_COLUMNS, encryptedValues, tablesNaming } from '#test/support/encrypted-values.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw, deleteOrphans } from '#test/support/uploads.ts'

/** The file in a download that shows the plaintext, and the text. */
type Readable = readonly [file: string, text: string]
/** Reason for an omission. */
type Why = string

/** Handling of an encrypted column. Re-encryption with a new key: `features/operations/server/key-rotation/rotate.test.ts`. */
interface Fate {
  /** In a client's own data download (POPIA, section 23). */
  ownData: Readable | Why
  /** In staff downloads. */
  archive: Readable | Why
  /** Whether it is erased when a client's retention ends. */
  erased: true | Why
}

const ADDRESS = '192.0.2.1'
const NOT_THEIRS = 'it is the firm’s, of no client'
const NO_PART = 'what was written to a client, or opens their account, is no part of their application'
const AMONG_STAFF = 'what staff note among themselves leaves by no file'

const NOT_IN_ARCHIVE = 'what a client declares is read on the page, where reading it is recorded'
const IN_DUE_DILIGENCE = { erased: true } as const
const WEBHOOK_SECRET = {
  ownData: NOT_THEIRS,
  archive: NOT_THEIRS,
  erased: NOT_THEIRS,
} as const
const HOLD = {
  ...IN_DUE_DILIGENCE,
  ownData: 'the law forbids to disclose why records are held (FICA, section 29)',
  archive: 'it is part of the inspector’s file alone',
} as const
const BY_STAFF = { ownData: AMONG_STAFF, archive: AMONG_STAFF } as const

const OF_A_FILE = 'it is a file of the firm, erased 30 days after its import'
const IN_IMPORTS = {
  ownData: OF_A_FILE,
  archive: OF_A_FILE,
  erased: OF_A_FILE,
} as const
const IN_SCREENING = {
  ownData: 'the law forbids to disclose it (FICA, section 29)',
  archive: 'the law forbids to disclose it (FICA, section 29)',
  erased: true,
} as const

const FATES: Readonly<Record<string, Fate>> = {
  'applications.answers': {
    ownData: ['application.json', ENCRYPTED_COLUMNS_OF_PERSON.idNumber],
    archive: ['Application summary.pdf', formatIdNumber(ENCRYPTED_COLUMNS_OF_PERSON.idNumber)],
    erased: true,
  },
  'approvals.asked_words': { ...BY_STAFF, ...IN_DUE_DILIGENCE },
  'approvals.words': { ...BY_STAFF, ...IN_DUE_DILIGENCE },
  'audit_chain_keys.sealed': {
    ownData: NOT_THEIRS,
    archive: NOT_THEIRS,
    erased: NOT_THEIRS,
  },
  'check_settlements.content': {
    ownData: AMONG_STAFF,
    archive: AMONG_STAFF,
    erased: true,
  },
  'correction_items.after': {
    ownData: ['corrections.json', ENCRYPTED_COLUMNS_OF_PERSON.answerAfter],
    archive: ['Corrections, round 1.pdf', ENCRYPTED_COLUMNS_OF_PERSON.answerAfter],
    erased: true,
  },
  'correction_items.before': {
    ownData: ['corrections.json', ENCRYPTED_COLUMNS_OF_PERSON.answerBefore],
    archive: ['Corrections, round 1.pdf', ENCRYPTED_COLUMNS_OF_PERSON.answerBefore],
    erased: true,
  },
  'correction_items.reply': {
    ownData: ['corrections.json', ENCRYPTED_COLUMNS_OF_PERSON.replied],
    archive: ['Corrections, round 1.pdf', ENCRYPTED_COLUMNS_OF_PERSON.replied],
    erased: true,
  },
  'correction_items.words': {
    ownData: ['corrections.json', ENCRYPTED_COLUMNS_OF_PERSON.askedWhy],
    archive: ['Corrections, round 1.pdf', ENCRYPTED_COLUMNS_OF_PERSON.askedWhy],
    erased: true,
  },
  'declarations.content': {
    ...IN_DUE_DILIGENCE,
    ownData: ['due-diligence.json', ENCRYPTED_COLUMNS_OF_PERSON.declared],
    archive: NOT_IN_ARCHIVE,
  },
  'document_signatures.particulars': {
    ownData: ['signatures.json', ADDRESS],
    archive: ['Signed FAIS document/FAIS disclosure letter, signed.pdf', ADDRESS],
    erased: true,
  },
  'documents.name': {
    ownData: ['manifest.json', ENCRYPTED_COLUMNS_OF_PERSON.fileName],
    archive: ['manifest.json', ENCRYPTED_COLUMNS_OF_PERSON.fileName],
    erased: true,
  },
  'due_diligence_tasks.comment': {
    ...IN_DUE_DILIGENCE,
    ownData: ['due-diligence.json', ENCRYPTED_COLUMNS_OF_PERSON.sentBack],
    archive: NOT_IN_ARCHIVE,
  },
  'due_diligence_tasks.draft': {
    ...IN_DUE_DILIGENCE,
    ownData: ['due-diligence.json', ENCRYPTED_COLUMNS_OF_PERSON.drafted],
    archive: NOT_IN_ARCHIVE,
  },
  'hits.features': IN_SCREENING,
  'hits.words': IN_SCREENING,
  'idempotency_keys.sealed': {
    ownData: 'an answer of the last day: its content is in the other answers',
    archive: 'an answer of the last day: its content is in the other answers',
    erased: true,
  },
  'import_rows.cells': IN_IMPORTS,
  'import_rows.reason': IN_IMPORTS,
  'imports.content': IN_IMPORTS,
  'mail_outbox.html_body': {
    ownData: 'it says what the text says',
    archive: NO_PART,
    erased: true,
  },
  'mail_outbox.text_body': {
    ownData: ['mails.json', 'Thank you.'],
    archive: NO_PART,
    erased: true,
  },
  'note_wordings.words': {
    ownData: AMONG_STAFF,
    archive: AMONG_STAFF,
    erased: true,
  },
  'retention_holds.lifted_words': { ...HOLD },
  'retention_holds.words': { ...HOLD },
  'risk_ratings.factors': {
    ...IN_DUE_DILIGENCE,
    ownData: 'a rating may rest on what the law forbids to disclose (FICA, sections 29 and 53)',
    archive: 'it is part of the inspector’s file alone',
  },
  'screening_subjects.facts': IN_SCREENING,
  'screenings.details': IN_SCREENING,
  'second_factors.secret': {
    ownData: 'its reader can sign in as them',
    archive: NO_PART,
    erased: true,
  },
  'sessions.refresh_token': {
    ownData: NOT_THEIRS,
    archive: NOT_THEIRS,
    erased: NOT_THEIRS,
  },
  'verifications.details': { ...BY_STAFF, ...IN_DUE_DILIGENCE },
  'verifications.note': { ...BY_STAFF, ...IN_DUE_DILIGENCE },
  'webhook_endpoints.previous_secret': { ...WEBHOOK_SECRET },
  'webhook_endpoints.secret': { ...WEBHOOK_SECRET },
}

/** Tables that may contain the id of an erased client, with reasons. */
const OUTLASTING: Readonly<Record<string, Why>> = {
  audit_events: 'the log outlives its people, whom it names by a number that nothing leads from any more',
  integration_events: 'ids and statuses for other systems, which go after 30 days',
  rate_limits: 'counts of an hour or less, which expire automatically',
}

const ended = new Date('2021-11-20T08:00:00Z')
const over = new Date('2026-11-21T08:00:00Z')

let server: TestServer
let now = ended
let person: PersonWithEncryptedData
/** Existing ciphertexts before this client was created. */
let before: ReadonlyMap<string, ReadonlySet<string>>
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  before = await encryptedValues(server.context)
  person = await makePersonWithEncryptedData(server)
})
afterAll(() => server.close())

const root = path.resolve(import.meta.dirname, '../..')
const modules = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.ts$/u.test(file),
)

/** Only files of clients of the API have an id that was chosen. */
const FILE_ID = 'documents.file_id'

test('every encrypted column is in the registry, and has a fate', () => {
  const registered = encryptedColumns.map(({ column }) => `${getTableName(column.table)}.${column.name}`)
  // Among the answers only some are encrypted.
  expect(new Set([...registered, 'applications.answers'])).toEqual(new Set([...ENCRYPTED_COLUMNS, FILE_ID]))
  expect(Object.keys(FATES).toSorted()).toEqual(ENCRYPTED_COLUMNS)
})

test('texts are encrypted by the registry, except answers and cookies', () => {
  const encrypting = modules.filter((file) =>
    /\bencryptText\(/u.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(encrypting.toSorted()).toEqual([
    'base/server/db/encrypted-columns.ts',
    'base/server/encryption/text-cipher.ts',
    'features/applications/server/record/encrypted-answers.ts',
    'features/sso/server/encrypted-cookies.ts',
  ])
})

const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined

/** The visible text of a file. */
function textOf(name: string, content: Buffer | undefined): string {
  if (content === undefined || !name.endsWith('.pdf')) return String(content)
  return execFileSync('pdftotext', ['-', '-'], { input: content, encoding: 'utf8' })
}

async function expectReadable(
  session: HttpSession,
  address: string,
  contentOf: (fate: Fate) => Readable | Why,
): Promise<void> {
  const { status, bytes } = await raw(session, server.url + address)
  expect(status).toBe(200)
  const files = unzip(bytes)
  for (const [column, fate] of Object.entries(FATES)) {
    const found = contentOf(fate)
    if (typeof found === 'string') continue
    const [name, text] = found
    expect([column, textOf(name, files.get(name)).includes(text)]).toEqual([column, true])
  }
}

describe.skipIf(!hasUnzip || !hasPdftotext)('with unzip and pdftotext (poppler-utils)', () => {
  test('a client’s encrypted data is in their own download', () =>
    expectReadable(person.session, '/api/account/data', ({ ownData }) => ownData))

  test('an application’s encrypted data is in staff downloads', async () => {
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    await expectReadable(
      admin,
      `/api/admin/applications/${person.applicationId}/download`,
      ({ archive }) => archive,
    )
  })
})

test('no encrypted data of a client remains after their retention', async () => {
  const { context } = server
  const { db } = context.database
  const { id, applicationId, managerId, signedDocumentId } = person
  const letters = await db.select().from(documents).where(eq(documents.ownerId, managerId))
  const ofManager = new Set(letters.map(({ encryptedName }) => encryptedName))
  const all = await encryptedValues(context)
  const theirs = new Map(
    ENCRYPTED_COLUMNS.map((column) => [
      column,
      [...(all.get(column) ?? [])].filter(
        (value) => !before.get(column)?.has(value) && !ofManager.has(value),
      ),
    ]),
  )
  const erased = ENCRYPTED_COLUMNS.filter((column) => FATES[column]?.erased === true)
  expect(ENCRYPTED_COLUMNS.filter((column) => theirs.get(column)?.length !== 0)).toEqual(erased)

  const actor = { userId: id, role: 'client' as const }
  const signed = await readableDocument(db, signedDocumentId, actor)
  await db
    .update(applications)
    .set({ status: 'cancelled', statusChangedAt: ended, updatedAt: ended })
    .where(eq(applications.id, applicationId))
  now = over
  expect(await eraseEnded(context)).toBe(1)
  const left = await encryptedValues(context)
  for (const [column, values] of theirs) {
    expect([column, values.filter((value) => left.get(column)?.has(value))]).toEqual([column, []])
  }
  for (const one of [id, applicationId, signedDocumentId]) {
    const naming = await tablesNaming(context, one)
    expect(naming.filter((table) => !(table in OUTLASTING))).toEqual([])
  }
  await deleteOrphans(context, over)
  expect(await context.store.get(signed?.objectKey ?? '')).toBeNull()
})
