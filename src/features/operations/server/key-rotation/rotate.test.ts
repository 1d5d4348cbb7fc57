import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashesOf } from '#features/applications/server/record/number-hash.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { verifyChain } from '#features/audit/server/log/verify-chain.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { encryptionKeys } from '#base/server/db/node-schema.ts'
import { applications, documents, secondFactors } from '#features/access/schema/tables.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { keysInFile } from '#base/server/encryption/key-file.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { isEncryptedWithNewest } from '#base/server/encryption/text-cipher.ts'
import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { environmentOf, runCommandFile, startCommand } from '#test/support/command.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'
import { makePdf } from '#test/support/files.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import {
  makePersonWithEncryptedData,
  ENCRYPTED_COLUMNS_OF_PERSON,
  type PersonWithEncryptedData,
} from '#test/support/person-with-encrypted-data.ts'
import { makeCheckedSession } from '#test/support/checked-session.ts'
import { makeWebhook } from '#test/support/encrypted-webhook.ts'
import { ENCRYPTED_COLUMNS, encryptedValues } from '#test/support/encrypted-values.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { makeForcedRow } from '#test/support/imports.ts'
import { makeSigner, verify } from '#test/support/signing.ts'
import { raw, upload } from '#test/support/uploads.ts'

const COMMAND = 'src/app/commands/rotate-keys.ts'
const { idNumber } = ENCRYPTED_COLUMNS_OF_PERSON

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { encryptionKeys: undefined } })
})
afterAll(() => server.close())

/** Users who read and save encrypted data until they are stopped; every response must succeed. */
async function keepBusy(people: readonly PersonWithEncryptedData[]) {
  const load = { goesOn: true, reads: 0 }
  const busy = people.map(async ({ session, payslip }, index) => {
    for (let round = 0; load.goesOn; round += 1) {
      const read = await session.get('/api/application')
      expect([read.status, read.body]).toEqual([200, expect.objectContaining({ idNumber })])
      const file = await raw(session, new URL(`/objects/uploads/${payslip.id}`, server.url).href)
      expect([file.status, createHash('sha256').update(file.bytes).digest('hex')]).toEqual([
        200,
        payslip.sha256,
      ])
      const saved = await session.put('/api/application', { fullName: `Client ${index} ${round}` })
      expect([saved.status, saved.status === 200 ? '' : saved.text]).toEqual([200, ''])
      load.reads += 1
    }
  })
  return {
    reads: () => load.reads,
    async stop() {
      load.goesOn = false
      await Promise.all(busy)
    },
  }
}

const environment = () => environmentOf({ ...server.context.settings, encryptionKeys: undefined })
const keyFile = () => path.join(server.context.settings.dataDir, 'encryption.key')
const idOf = (key = '') => readKeyring(key).current.id

const actionsSince = async (id: number) => {
  const rows = await server.context.database.db.select().from(auditEvents).orderBy(asc(auditEvents.id))
  return rows.filter((row) => row.id > id).map(({ action }) => action)
}

test('under load and killed in the middle: no read fails, and in the end nothing needs the older key', async () => {
  const { context } = server
  const { db } = context.database
  const people = [await makePersonWithEncryptedData(server), await makePersonWithEncryptedData(server)]
  await makeForcedRow(server, idNumber)
  await makeWebhook(context)
  await makeCheckedSession(context)
  await extendChain(context)
  const [older = ''] = keysInFile(keyFile())
  const load = await keepBusy(people)
  await expect.poll(load.reads, { timeout: 20_000 }).toBeGreaterThan(3)
  try {
    // The first run waits for a lock on the mails, and is killed there.
    await inOwnTransaction(context.database.pool, async (holder) => {
      await holder.query('lock table mail_outbox in exclusive mode')
      const first = startCommand(COMMAND, [], environment())
      const isHalfDone = async () =>
        JSON.stringify((await db.select().from(applications)).map(({ answers }) => answers.idNumber))
      await expect
        .poll(async () => (await isHalfDone()).includes(idOf(older)), { timeout: 30_000 })
        .toBe(false)
      first.process.kill('SIGKILL')
      await first.outcome
    })
    const [newer] = keysInFile(keyFile())
    expect(keysInFile(keyFile())).toEqual([newer, older])

    const { code, output } = await runCommandFile(COMMAND, [], environment())
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`All data is now encrypted with the key ${idOf(newer)}.`),
    ])
    // No third key: it continued with the existing one.
    expect(keysInFile(keyFile())).toEqual([newer, older])
  } finally {
    await load.stop()
  }
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)

  const retired = await runCommandFile(COMMAND, ['--retire'], environment())
  expect([retired.code, retired.output]).toEqual([0, expect.stringContaining(idOf(older))])
  const [current = '', ...others] = keysInFile(keyFile())
  expect([others, keysInFile(`${keyFile()}.retired`)]).toEqual([[], [older]])
  expect(statSync(`${keyFile()}.retired`).mode & 0o777).toBe(0o600)
  const inUse = await db.select().from(encryptionKeys).where(eq(encryptionKeys.inUse, true))
  expect(inUse.map(({ id }) => id)).toEqual([idOf(current)])
  expect(await actionsSince(0)).toEqual(
    expect.arrayContaining(['encryption-keys.rotated', 'encryption-keys.retired']),
  )
  await expectReadableWith(current, people)
}, 180_000)

/** With only that key. */
async function expectReadableWith(key: string, people: readonly PersonWithEncryptedData[]) {
  const { context } = server
  const { db } = context.database
  const keyring = readKeyring(key)
  await extendChain(context)
  expect(await verifyChain({ ...context, keyring })).toMatchObject({ sound: true })
  for (const { id, textBody } of await db.select().from(mailOutbox)) {
    expect(decrypt(keyring, mailOutbox.textBody, id, textBody)).not.toBe('')
  }
  for (const { userId, secret } of await db.select().from(secondFactors)) {
    expect(decrypt(keyring, secondFactors.secret, userId, secret)).toBe(ENCRYPTED_COLUMNS_OF_PERSON.secret)
  }
  const store = encryptedStore(await createStore(context.settings), keyring)
  for (const document of await db.select().from(documents)) {
    const { objectKey, sha256 } = document
    expect(nameOf(keyring, document)).toMatch(/\.pdf$/u)
    const hash = createHash('sha256')
    for await (const chunk of (await store.get(objectKey))?.stream ?? []) hash.update(chunk as Buffer)
    expect(hash.digest('hex')).toBe(sha256)
  }
  for (const { session, signedDocumentId, signAgain } of people) {
    expect((await session.get('/api/application')).body).toMatchObject({ idNumber })
    expect((await signAgain()).body).toEqual({ documentId: signedDocumentId, level: 'B-B' })
    const { bytes } = await raw(session, `${server.url}/objects/uploads/${signedDocumentId}`)
    expect((await verify(server, bytes)).verdict).toMatchObject({ signature: { initials: 'T. N.' } })
  }
  const found = await db
    .select({ id: applications.userId })
    .from(applications)
    .where(inArray(applications.idNumberHash, hashesOf(keyring, idNumber)))
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(people.map(({ id }) => id)))
  const encrypted = await encryptedValues(context)
  expect([...encrypted.keys()].toSorted()).toEqual(ENCRYPTED_COLUMNS)
  for (const [column, values] of encrypted) {
    const others = [...values].filter((value) => !isEncryptedWithNewest(keyring, value))
    expect([column, others]).toEqual([column, []])
  }
}

test('an upload keeps the older key in use until it is registered or deleted', async () => {
  const { session } = await makeSigner(server)
  const file = { bytes: await makePdf(), type: 'application/pdf' } as const
  await upload(session, 'payslip', file)
  const [sent] = await server.context.database.db.select().from(uploads).limit(1)
  // The state between upload and registration.
  const limits = { maxBytes: file.bytes.length, contentType: file.type }
  await server.context.store.put(sent?.objectKey ?? '', Readable.from([file.bytes]), limits)
  expect((await runCommandFile(COMMAND, [], environment())).code).toBe(0)
  const refused = await runCommandFile(COMMAND, ['--retire'], environment())
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('please try again tomorrow')])
  await server.context.store.remove(sent?.objectKey ?? '')
  expect((await runCommandFile(COMMAND, ['--retire'], environment())).code).toBe(0)
}, 120_000)

test('keys in environment variables must be changed there', async () => {
  const other = await startTestServer()
  try {
    const { code, output } = await runCommandFile(COMMAND, [], environmentOf(other.context.settings))
    expect([code, output]).toEqual([1, expect.stringContaining('Put a new one')])
  } finally {
    await other.close()
  }
}, 60_000)
