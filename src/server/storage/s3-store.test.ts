import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient } from '#server/db/factories/applications.ts'
import { documents } from '#server/db/schema.ts'
import { sweepObjects } from '#server/documents/sweep.ts'
import { makePdf } from '#test/support/files.ts'
import { startTestS3, whyNoS3, type TestS3 } from '#test/support/s3.ts'
import { startTestServer } from '#test/support/server.ts'
import { idIn, raw, register, requestAddress, send } from '#test/support/uploads.ts'
import { newKey } from './object-key.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store } from './s3-store.ts'

const reason = whyNoS3()

test.each([
  ['us-east-1', undefined, 'https://files.s3.us-east-1.amazonaws.com'],
  ['af-south-1', undefined, 'https://files.s3.af-south-1.amazonaws.com'],
  ['us-east-1', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
])('addresses in %s, with the endpoint %s, are where the content policy allows them', async (...given) => {
  const [region, endpoint, origin] = given
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const store = createS3Store({ bucket: 'files', region, endpoint, ...keys })
  const terms = { contentType: 'image/png', bytes: 5, lifetimeSeconds: 900 }
  const address = new URL((await store.presignUpload?.(newKey('uploads'), terms)) ?? '')
  expect(store.uploadOrigin).toBe(origin)
  expect(address.origin).toBe(origin)
  expect(address.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')
  expect(address.searchParams.get('X-Amz-Expires')).toBe('900')
})

describe.skipIf(reason !== null)(`a real S3 server${reason === null ? '' : ` (not run: ${reason})`}`, () => {
  let s3: TestS3
  let store: ObjectStore
  beforeAll(async () => {
    s3 = await startTestS3()
    store = createS3Store(s3.settings)
  }, 120_000)
  afterAll(() => s3.stop())

  const options = { maxBytes: 100, contentType: 'application/pdf' }

  async function presign(key: string, terms: Partial<Parameters<typeof signed>[1]> = {}): Promise<string> {
    return signed(key, { contentType: 'image/png', bytes: 5, lifetimeSeconds: 60, ...terms })
  }
  function signed(
    key: string,
    terms: { contentType?: string; bytes?: number; lifetimeSeconds: number },
  ): Promise<string> {
    if (store.presignUpload === undefined) throw new Error('The store signs no addresses.')
    return store.presignUpload(key, { contentType: undefined, bytes: undefined, ...terms })
  }
  async function put(address: string, body: string, type = 'image/png'): Promise<number> {
    return (await fetch(address, { method: 'PUT', body, headers: { 'content-type': type } })).status
  }
  async function read(key: string): Promise<string | null> {
    const found = await store.get(key)
    return found && (await buffer(found.stream)).toString()
  }

  test('keeps what is put, and removes it', async () => {
    const key = newKey('documents')
    await store.check()
    expect(await store.put(key, Readable.from([Buffer.from('pay'), Buffer.from('slip')]), options)).toBe(7)
    expect((await store.get(key))?.bytes).toBe(7)
    expect(await read(key)).toBe('payslip')
    await store.remove(key)
    await store.remove(key)
    expect(await read(key)).toBeNull()
  })

  test('keeps nothing of what is too large or breaks off', async () => {
    const [large, broken] = [newKey('documents'), newKey('documents')]
    const putting = store.put(large, Readable.from([Buffer.alloc(101)]), options)
    await expect(putting).rejects.toMatchObject({ kind: 'too-large' })
    const content = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('gone')
      })(),
    )
    await expect(store.put(broken, content, options)).rejects.toThrow('gone')
    expect([await read(large), await read(broken)]).toEqual([null, null])
  })

  test('takes at a signed address exactly what it was signed for', async () => {
    const key = newKey('uploads')
    const address = await presign(key)
    expect(await put(address, '12345', 'text/html')).toBe(403)
    expect(await put(address, '123456')).toBe(403)
    expect(await put(address, '1234')).toBe(403)
    expect(await put(address.replace(key, newKey('uploads')), '12345')).toBe(403)
    expect(await put(address.replace(key, newKey('documents')), '12345')).toBe(403)
    expect(await read(key)).toBeNull()
    expect(await put(address, '12345')).toBe(200)
    expect(await read(key)).toBe('12345')
  })

  test('takes nothing at an address that has expired', async () => {
    const address = await presign(newKey('uploads'), { lifetimeSeconds: 1 })
    await wait(2100)
    expect(await put(address, '12345')).toBe(403)
  })

  test('says that it does not answer when its bucket is not there', async () => {
    await expect(createS3Store({ ...s3.settings, bucket: 'elsewhere' }).check()).rejects.toThrow()
    await expect(createS3Store({ ...s3.settings, secretAccessKey: 'wrong' }).check()).rejects.toThrow()
  })

  test('carries the whole way of a file: signed, sent, registered, read, and swept', async () => {
    const server = await startTestServer({ settings: { s3: s3.settings } })
    try {
      const { context } = server
      const session = await server.as((await makeClient(context)).username)
      const file = { bytes: await makePdf(), type: 'application/pdf' } as const
      const announced = { purpose: 'payslip', contentType: file.type, size: file.bytes.length } as const
      const address = await requestAddress(session, announced)
      expect(new URL(address).origin).toBe(s3.settings.endpoint)
      expect((await register(session, 'payslip', address)).status).toBe(409)
      expect((await send(session, address, file)).status).toBe(200)
      const id = idIn(await register(session, 'payslip', address))
      expect((await raw(session, `${server.url}/objects/uploads/${id}`)).bytes.equals(file.bytes)).toBe(true)

      const [document] = await context.database.db.select().from(documents)
      const kept = await store.get(document?.objectKey ?? '')
      expect(kept && (await buffer(kept.stream)).includes('%PDF-')).toBe(false)
      const arrived = new URL(address).pathname.replace('/onboarding/', '')
      expect(await read(arrived)).toBeNull()

      // A bucket takes a second file at the same address until it expires: it changes nothing, and is swept.
      const other = await makePdf({ text: 'another one', size: file.bytes.length + 100 })
      expect((await send(session, address, { ...file, bytes: other.subarray(100) })).status).toBe(200)
      expect(idIn(await register(session, 'payslip', address))).toBe(id)
      expect((await raw(session, `${server.url}/objects/uploads/${id}`)).bytes.equals(file.bytes)).toBe(true)
      await sweepObjects(context, new Date(Date.now() + 25 * 3_600_000))
      expect(await read(arrived)).toBeNull()
      expect((await raw(session, `${server.url}/objects/uploads/${id}`)).status).toBe(200)
    } finally {
      await server.close()
    }
  })
})
