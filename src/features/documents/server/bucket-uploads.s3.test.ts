import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import { unattachedObjects, uploads } from '#features/documents/schema/uploads.ts'
import { createS3Store } from '#base/server/storage/s3-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { makePdf } from '#test/support/files.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { openShakyWay, type ShakyWay } from '#test/support/shaky-way.ts'
import {
  idIn,
  raw,
  register,
  requestAddress,
  send,
  storedKeys,
  deleteOrphans,
  unreferenced,
  upload,
  type SomeFile,
} from '#test/support/uploads.ts'

const MISSING = '0192f0c0-0000-7000-8000-000000000000'

let server: TestServer
let client: Awaited<ReturnType<typeof makeClient>>
let session: HttpSession
let pdf: SomeFile

beforeEach(async () => {
  server = await startTestServer()
  client = await makeClient(server.context)
  session = await server.as(client.username)
  pdf = { bytes: await makePdf({ text: 'Nomvula earns 41 250.00' }), type: 'application/pdf' }
})
afterEach(() => server.close())

const announced = () => ({ purpose: 'payslip', contentType: pdf.type, size: pdf.bytes.length }) as const

async function payslips(): Promise<Application['payslipUploads']> {
  return ((await session.get('/api/application')).body as Application).payslipUploads
}

/** Not a document, but of the same length, so that the same address accepts it. */
function another(): SomeFile {
  return { bytes: Buffer.alloc(pdf.bytes.length, 'no document at all '), type: pdf.type }
}

function readBack(id: string) {
  return raw(session, `${server.url}/objects/uploads/${id}`)
}

function auditRows(action: 'document.registered' | 'document.read') {
  return server.context.database.db.select().from(auditEvents).where(eq(auditEvents.action, action))
}

/** Everything in the bucket, as stored. */
async function dumpOfBucket(): Promise<Buffer> {
  const { s3 } = server.context.settings
  if (s3 === undefined) throw new Error('The server has no bucket.')
  const store = createS3Store(s3)
  const contents: Buffer[] = []
  for (const key of await storedKeys(server)) {
    for await (const chunk of (await store.get(key))?.stream ?? []) contents.push(chunk as Buffer)
  }
  return Buffer.concat(contents)
}

describe('a file sent to the bucket', () => {
  test('is stored encrypted when it is registered, and no plaintext remains', async () => {
    const address = await requestAddress(session, announced())
    expect((await send(session, address, pdf)).status).toBe(200)
    expect((await dumpOfBucket()).includes(pdf.bytes)).toBe(true)
    const id = idIn(await register(session, 'payslip', address))

    expect(await storedKeys(server)).toEqual([expect.stringMatching(/^documents\//u)])
    const dump = await dumpOfBucket()
    expect(dump.length).toBeGreaterThan(pdf.bytes.length)
    expect(dump.includes('%PDF-')).toBe(false)
    expect(dump.includes(pdf.bytes.subarray(100, 132))).toBe(false)
    expect((await readBack(id)).bytes.equals(pdf.bytes)).toBe(true)
  })

  test.each([
    ['not the type it was announced as', { contentType: 'image/png' }],
    ['a longer body', { size: -1 }],
    ['a shorter body', { size: 1 }],
  ])('is not accepted with %s, and cannot be registered', async (_, change) => {
    const size = pdf.bytes.length + ('size' in change ? change.size : 0)
    const contentType = 'contentType' in change ? ('image/png' as const) : pdf.type
    const address = await requestAddress(session, { purpose: 'payslip', contentType, size })
    expect((await send(session, address, pdf)).status).toBe(403)
    expect((await register(session, 'payslip', address)).status).toBe(409)
    expect(await storedKeys(server)).toEqual([])
  })

  test('is deleted at once when its content is refused', async () => {
    const address = await requestAddress(session, announced())
    expect((await send(session, address, another())).status).toBe(200)
    expect((await register(session, 'payslip', address)).status).toBe(415)
    expect(await storedKeys(server)).toEqual([])
    expect(await payslips()).toEqual([])
  })
})

describe('an address of the bucket', () => {
  test('registers nothing while no file was sent', async () => {
    const address = await requestAddress(session, announced())
    expect(await register(session, 'payslip', address)).toMatchObject({
      status: 409,
      body: { detail: 'We haven’t received the file. Please upload it again.' },
    })
  })

  test('of another client registers nothing, and answers like an unknown one, byte for byte', async () => {
    const address = await requestAddress(session, announced())
    await send(session, address, pdf)
    const other = await server.as((await makeClient(server.context)).username)
    const foreign = await register(other, 'payslip', address)
    expect(foreign.status).toBe(404)
    const unknown = await register(other, 'payslip', address.replace(/(?<=uploads\/)[\da-f-]{36}/u, MISSING))
    expect(unknown.text).toBe(foreign.text)
    idIn(await register(session, 'payslip', address))
  })

  test("of a document, one's own or another client's, registers nothing", async () => {
    const own = idIn(await upload(session, 'payslip', pdf))
    const otherClient = await makeClient(server.context)
    const foreign = idIn(await upload(await server.as(otherClient.username), 'payslip', pdf))
    const rows = await server.context.database.db.select().from(documents)
    for (const id of [own, foreign]) {
      const key = rows.find((row) => row.id === id)?.objectKey
      const { endpoint, bucket } = server.context.settings.s3 ?? {}
      expect((await register(session, 'payslip', `${endpoint}/${bucket}/${key}`)).status).toBe(404)
    }
    expect(await payslips()).toHaveLength(1)
  })

  test('that is used again after the registration changes nothing, and is cleaned up', async () => {
    const address = await requestAddress(session, announced())
    await send(session, address, pdf)
    const id = idIn(await register(session, 'payslip', address))
    expect((await send(session, address, another())).status).toBe(200)
    expect(idIn(await register(session, 'payslip', address))).toBe(id)
    expect((await readBack(id)).bytes.equals(pdf.bytes)).toBe(true)
    await deleteOrphans(server.context)
    expect(await unreferenced(server)).toEqual([])
    expect((await readBack(id)).bytes.equals(pdf.bytes)).toBe(true)
  })

  test('that is used again between the check and the copy changes nothing', async () => {
    const address = await requestAddress(session, announced())
    await send(session, address, pdf)
    const { store } = server.context
    let changed = 0
    server.context.store = {
      ...store,
      put: async (key, content, options) => {
        changed = (await send(session, address, another())).status
        return store.put(key, content, options)
      },
    }
    const id = idIn(await register(session, 'payslip', address))
    expect(changed).toBe(200)
    expect((await readBack(id)).bytes.equals(pdf.bytes)).toBe(true)
    expect(await storedKeys(server)).toHaveLength(1)
  })
})

describe('while the bucket does not answer', () => {
  let way: ShakyWay
  beforeEach(async () => {
    const { s3 } = server.context.settings
    if (s3 === undefined) throw new Error('The server has no bucket.')
    way = await openShakyWay(s3.endpoint ?? '')
    const timeouts = { connectMs: 500, silentMs: 300 }
    const shaky = createS3Store({ ...s3, endpoint: way.url }, timeouts)
    server.context.store = encryptedStore(shaky, server.context.keyring)
  })
  afterEach(() => way.close())

  const away = {
    status: 503,
    body: {
      detail: expect.stringMatching(/^We can’t (?:open|store) files .* Please try again in a moment\.$/u),
    },
  }

  test.each(['closed', 'silent'] as const)(
    'a registration says so (%s), attaches nothing, and works afterwards',
    async (state) => {
      const { db } = server.context.database
      const address = await requestAddress(session, announced())
      await send(session, address, pdf)
      way.become(state)
      const answer = await register(session, 'payslip', address)
      expect(answer).toMatchObject(away)
      expect(answer.headers.get('retry-after')).toBe('10')
      expect(await db.select().from(documents)).toEqual([])
      expect(await payslips()).toEqual([])
      expect(await auditRows('document.registered')).toEqual([])

      way.become('open')
      const id = idIn(await register(session, 'payslip', address))
      expect(await payslips()).toMatchObject([{ id }])
      expect(await unreferenced(server)).toEqual([])
    },
  )

  test('a registration whose copy cannot be stored attaches nothing, keeps the upload, and works afterwards', async () => {
    const { db } = server.context.database
    const address = await requestAddress(session, announced())
    await send(session, address, pdf)
    const { store } = server.context
    server.context.store = {
      ...store,
      put: (key, content, options) => {
        way.become('closed')
        return store.put(key, content, options)
      },
    }
    expect(await register(session, 'payslip', address)).toMatchObject(away)
    way.become('open')
    server.context.store = store
    expect(await db.select().from(documents)).toEqual([])
    expect(await storedKeys(server)).toEqual([expect.stringMatching(/^uploads\//u)])
    idIn(await register(session, 'payslip', address))
    // The key was recorded before the failed write; the cleanup deletes it.
    expect(await db.select().from(unattachedObjects)).toHaveLength(1)
    await deleteOrphans(server.context)
    expect(await unreferenced(server)).toEqual([])
    expect(await payslips()).toHaveLength(1)
  })

  test('reading says so, records nothing, and works afterwards', async () => {
    const id = idIn(await upload(session, 'payslip', pdf))
    way.become('closed')
    const answer = await readBack(id)
    expect(answer).toMatchObject({ status: 503 })
    expect(answer.bytes.toString()).toContain('Please try again in a moment.')
    expect(await auditRows('document.read')).toEqual([])
    way.become('open')
    expect((await readBack(id)).bytes.equals(pdf.bytes)).toBe(true)
    expect(await auditRows('document.read')).toHaveLength(1)
  })

  test('an address is still given, and everything else works', async () => {
    way.become('closed')
    expect(await requestAddress(session, announced())).toContain('X-Amz-Signature')
    expect((await session.get('/api/application')).status).toBe(200)
    // All servers share the bucket, so this one stays ready for requests that do not need it.
    expect((await session.get('/readyz')).status).toBe(200)
    expect((await session.get('/healthz?verbose')).body).toMatchObject({
      parts: { 'object-store': 'failing' },
    })
  })
})

test('an address is signed for fifteen minutes from the request, and logged without its signature', async () => {
  const address = new URL(await requestAddress(session, announced()))
  const [row] = await server.context.database.db.select().from(uploads)
  expect(address.pathname.endsWith(row?.objectKey ?? 'none')).toBe(true)
  expect(address.searchParams.get('X-Amz-Expires')).toBe('900')
  expect(JSON.stringify(row)).not.toContain(address.searchParams.get('X-Amz-Signature'))
})

test("the site's content policy lets pages send to the bucket, and nowhere else", async () => {
  const policy = (await session.get('/')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`connect-src 'self' ${server.context.settings.s3?.endpoint};`)
})
