import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { Sequence } from 'asn1js'
import type { SignerInfo } from 'pkijs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEvents } from '#features/audit/schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import { documentSignatures } from '#features/signing/schema/signing-schema.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { createdSeal, giveSeal, makeSigner, sign, verify, type Signer } from '#test/support/signing.ts'
import {
  giveTimestampServer,
  hasOpenssl,
  opensslStamper,
  uselessStampers,
} from '#test/support/timestamp-server.ts'
import { raw, unreferenced } from '#test/support/uploads.ts'
import { signedDataIn } from './sealing/cms.ts'
import { sealIn } from './sealing/sealed-range.ts'
import { TIMESTAMP_TOKEN } from './sealing/timestamp-in-seal.ts'
import { stampSeal } from './stamp-seal.ts'
import { stampPendingSeals } from './stamp-pending-seals.ts'
import { everyCertificate } from './verify.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = makeFolder('onboarding-stamps-')
  const seal = await createdSeal()
  giveSeal(server.context, seal)
  writeFileSync(path.join(folder, 'ca.pem'), seal.pem)
})
afterAll(() => server.close())

interface StoredSeal {
  signer: Signer
  id: string
  bytes: Buffer
}

/** A document that was signed while there was no time-stamp. */
async function signed(): Promise<StoredSeal> {
  // Ignores the documents of other tests.
  await server.context.database.db.update(documentSignatures).set({ level: 'B-T' })
  const signer = await makeSigner(server)
  const { documentId: id, level } = (await sign(signer)).body as { documentId: string; level: string }
  expect(level).toBe('B-B')
  return { signer, id, bytes: await read({ signer, id }) }
}

const read = async ({ signer, id }: Pick<StoredSeal, 'signer' | 'id'>) =>
  (await raw(signer.session, `${server.url}/objects/uploads/${id}`, { method: 'GET' })).bytes

async function stateOf(id: string) {
  const { db } = server.context.database
  const [signature] = await db.select().from(documentSignatures).where(eq(documentSignatures.documentId, id))
  const [document] = await db.select().from(documents).where(eq(documents.id, id))
  const [event, ...more] = await db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.action, 'document.time-stamped'),
        eq(auditEvents.objectId, document?.applicationId ?? ''),
      ),
    )
  expect(more).toEqual([])
  return { signature, document, event }
}

const keep = (name: string, bytes: Uint8Array) => {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function sealerOf(bytes: Buffer): SignerInfo {
  const [signer] = signedDataIn(sealIn(bytes)?.cms ?? new Uint8Array())?.signerInfos ?? []
  if (signer === undefined) throw new Error('There is no seal.')
  return signer
}

/** The SHA-256 of a seal's signature. */
const imprintOf = (bytes: Buffer) =>
  createHash('sha256').update(sealerOf(bytes).signature.valueBlock.valueHexView).digest()

function stampOf(bytes: Buffer): Buffer {
  const attributes = sealerOf(bytes).unsignedAttrs?.attributes ?? []
  const values: unknown = attributes.find(({ type }) => type === TIMESTAMP_TOKEN)?.values[0]
  if (!(values instanceof Sequence)) throw new Error('There is no time-stamp.')
  return Buffer.from(values.toBER())
}

describe.runIf(hasOpenssl)('a seal that was made without a time-stamp', () => {
  test('gets one later, in reserved bytes: nothing that it covers changes, and every program still accepts it', async () => {
    const stored = await signed()
    const tsa = opensslStamper()
    await giveTimestampServer(server, tsa.stamp)
    expect(await stampPendingSeals(server.context)).toBe(1)
    const bytes = await read(stored)
    const { letter, signing } = stored.signer
    expect(sha256(bytes.subarray(0, letter.length))).toBe(signing.sha256)
    expect(sealIn(bytes)?.covered.equals(sealIn(stored.bytes)?.covered ?? Buffer.alloc(0))).toBe(true)
    const output = execFileSync('pdfsig', ['-nocert', keep('later.pdf', bytes)], { encoding: 'utf8' })
    expect(output).toContain('Signature is Valid')
    expect(output).toContain('Total document signed')
    const { cms = '', covered = '' } = sealIn(bytes) ?? {}
    const files = ['-in', keep('cms', Buffer.from(cms)), '-content', keep('covered', Buffer.from(covered))]
    const trust = ['-CAfile', path.join(folder, 'ca.pem'), '-out', '/dev/null']
    execFileSync('openssl', ['cms', '-verify', '-inform', 'DER', '-binary', ...files, ...trust])
    const stamp = ['-digest', imprintOf(bytes).toString('hex'), '-in', keep('token', stampOf(bytes))]
    execFileSync('openssl', ['ts', '-verify', ...stamp, '-token_in', '-CAfile', tsa.certificate])
    const { signature, document, event } = await stateOf(stored.id)
    expect(signature).toMatchObject({ level: 'B-T' })
    expect(document).toMatchObject({ sha256: sha256(bytes), bytes: stored.bytes.length })
    expect(event).toMatchObject({ details: { documentId: stored.id, sha256: sha256(bytes) }, actorId: null })
    // The previous file stays for its current readers, until the cleanup job deletes it.
    expect(await unreferenced(server)).toHaveLength(2)
  })

  test('is shown as waiting for it, then with its time, to staff and on the public page', async () => {
    const stored = await signed()
    await giveTimestampServer(server, opensslStamper().stamp)
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const address = `/api/documents/${stored.id}/signature`
    const waiting = { level: 'B-B', stampedAt: null, stampIsComing: true }
    expect((await admin.get(address)).body).toMatchObject({ signature: { seal: 'intact', ...waiting } })
    expect((await verify(server, stored.bytes)).verdict).toMatchObject({ signature: waiting })
    await stampPendingSeals(server.context)
    const stampedAt = expect.stringMatching(/^\d{4}-/u) as unknown
    const stamped = { level: 'B-T', stampedAt, stampIsComing: false }
    expect((await admin.get(address)).body).toMatchObject({ signature: { seal: 'intact', ...stamped } })
    expect((await verify(server, await read(stored))).verdict).toMatchObject({ signature: stamped })
    // The copy that the signer downloaded before is still intact.
    expect((await verify(server, stored.bytes)).verdict).toMatchObject({
      is: 'intact',
      signature: { level: 'B-B', stampedAt: null, stampIsComing: false },
    })
  })

  test('gets one once, by any number of servers, and after an interrupted run', async () => {
    const stored = await signed()
    const { context } = server
    const { store, database } = context
    await giveTimestampServer(server, opensslStamper().stamp)
    const failing = { ...store, put: () => Promise.reject(new Error('It is away.')) }
    await expect(stampPendingSeals({ ...context, store: failing })).rejects.toThrow('It is away.')
    const transaction = () => Promise.reject(new Error('It is gone.'))
    const db = new Proxy(database.db, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name, target)),
    })
    await expect(stampPendingSeals({ ...context, database: { ...database, db } })).rejects.toThrow(
      'It is gone.',
    )
    expect((await read(stored)).equals(stored.bytes)).toBe(true)
    const runs = await Promise.all([1, 2, 3].map(() => stampPendingSeals(context)))
    expect(runs.reduce((sum, stamped) => sum + stamped, 0)).toBe(1)
    expect((await stateOf(stored.id)).signature).toMatchObject({ level: 'B-T' })
    expect(await stampPendingSeals(context)).toBe(0)
  })

  test('is unchanged where the document was removed', async () => {
    const removed = await signed()
    await removed.signer.session.delete(`/api/documents/${removed.id}`)
    const tsa = await giveTimestampServer(server, opensslStamper().stamp)
    expect([await stampPendingSeals(server.context), tsa.asked]).toEqual([0, 0])
  })

  test('is unchanged where it is not what was signed', async () => {
    const { id } = await signed()
    const tsa = await giveTimestampServer(server, opensslStamper().stamp)
    const { db } = server.context.database
    const other = { digest: `not ${id}` }
    await db.update(documentSignatures).set(other).where(eq(documentSignatures.documentId, id))
    expect([await stampPendingSeals(server.context), tsa.asked]).toEqual([0, 0])
  })

  test('is not stamped by a reader of the file', async () => {
    const stored = await signed()
    await giveTimestampServer(server, opensslStamper().stamp)
    const certificates = await everyCertificate(server.context)
    const seal = { bytes: stored.bytes, imprint: imprintOf(stored.bytes) }
    const forged = await stampSeal(server.context, seal, certificates)
    if (typeof forged === 'string') throw new Error(forged)
    expect(forged.stampedAt).not.toBeNull()
    expect((await verify(server, Buffer.from(forged.bytes))).verdict).toMatchObject({
      is: 'intact',
      signature: { level: 'B-B', stampedAt: null },
    })
  })

  test.each(uselessStampers())('is unchanged by a time-stamp server that %s', async (_, stamper) => {
    const stored = await signed()
    await giveTimestampServer(server, stamper)
    const before = await unreferenced(server)
    expect(await stampPendingSeals(server.context)).toBe(0)
    expect((await read(stored)).equals(stored.bytes)).toBe(true)
    expect(await stateOf(stored.id)).toMatchObject({ signature: { level: 'B-B' }, event: undefined })
    expect(await unreferenced(server)).toEqual(before)
  })
})

test('a hanging time-stamp server does not delay other requests', async () => {
  const holder = await signed()
  const signers = await Promise.all([1, 2, 3, 4].map(() => makeSigner(server)))
  let asked = 0
  await giveTimestampServer(server, () => {
    asked += 1
    return null
  })
  const signing = signers.map((signer) => sign(signer))
  const first = Promise.race(signing)
  const order = [
    verify(server, holder.bytes).then(({ verdict }) => verdict.is),
    first.then(() => 'the first signature'),
  ]
  expect(await Promise.race(order)).toBe('intact')
  await first
  // One after the other, the second would not have asked yet.
  expect(asked).toBeGreaterThan(1)
  const answers = await Promise.all(signing)
  expect(answers.map(({ status, body }) => [status, (body as { level: string }).level])).toEqual(
    signers.map(() => [200, 'B-B']),
  )
})

test('an unreachable server is asked once in a run, not for each seal', async () => {
  await signed()
  const second = await makeSigner(server)
  expect((await sign(second)).status).toBe(200)
  changeSettings(server, { sealTsaUrl: new URL('http://127.0.0.1:9/') })
  const warned: unknown[] = []
  const log = { ...server.context.log, warn: (...output: unknown[]) => void warned.push(output) }
  expect(await stampPendingSeals({ ...server.context, log: log as typeof server.context.log })).toBe(0)
  expect(warned).toHaveLength(1)
})
