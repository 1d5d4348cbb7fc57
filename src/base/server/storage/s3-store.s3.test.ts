import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  PutBucketVersioningCommand,
  type CORSRule,
} from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { createTestBucket, withClient, type TestBucket } from '#test/support/s3.ts'
import { openShakyWay, type ShakyWay } from '#test/support/shaky-way.ts'
import { newKey } from './object-key.ts'
import type { ObjectStore, UploadTerms } from './object-store.ts'
import { createS3Store } from './s3-store.ts'
import { encryptedStore } from './encrypted-store.ts'

const SECOND_MS = 1000
const options = { maxBytes: 200_000, contentType: 'application/pdf' }

let bucket: TestBucket
let store: ObjectStore
beforeAll(async () => {
  bucket = await createTestBucket()
  store = createS3Store(bucket.settings)
})
afterAll(() => bucket.drop())

async function read(key: string, from = store): Promise<Buffer | null> {
  const found = await from.get(key)
  return found && buffer(found.stream)
}

describe('an object', () => {
  test('is stored unchanged, and removed', async () => {
    const key = newKey('documents')
    expect(await store.put(key, Readable.from([Buffer.from('pay'), Buffer.from('slip')]), options)).toBe(7)
    expect((await store.get(key))?.bytes).toBe(7)
    expect((await read(key))?.toString()).toBe('payslip')
    await store.remove(key)
    await store.remove(key)
    expect(await read(key)).toBeNull()
  })

  test('that is too large or interrupted is not stored', async () => {
    const [large, broken] = [newKey('documents'), newKey('documents')]
    const putting = store.put(large, Readable.from([Buffer.alloc(200_001)]), options)
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

  test('that is encrypted reveals nothing, and decrypts under its own key only', async () => {
    const encrypted = encryptedStore(store, readKeyring(randomBytes(32).toString('base64')))
    const [key, other] = [newKey('documents'), newKey('documents')]
    const content = randomBytes(150_000)
    await encrypted.put(key, Readable.from([content]), options)
    expect((await read(key, encrypted))?.equals(content)).toBe(true)
    const lying = (await read(key)) ?? Buffer.alloc(0)
    expect(lying.includes(content.subarray(1000, 1032))).toBe(false)

    await store.put(other, Readable.from([lying]), options)
    await expect(read(other, encrypted)).rejects.toThrow()
    lying[70_000] = (lying[70_000] ?? 0) ^ 1
    await store.put(key, Readable.from([lying]), options)
    await expect(read(key, encrypted)).rejects.toThrow()
  })
})

describe('a signed address', () => {
  const KEY_PATTERN = /uploads\/[\da-f-]{36}/u

  async function sign(key: string, terms: Partial<UploadTerms> = {}): Promise<string> {
    const signed = { contentType: 'image/png', bytes: 5, now: new Date(), lifetimeSeconds: 60, ...terms }
    return (await store.presignUpload?.(key, signed)) ?? ''
  }
  async function send(address: string, body = '12345', type = 'image/png'): Promise<number> {
    const answer = await fetch(address, { method: 'PUT', body, headers: { 'content-type': type } })
    await answer.body?.cancel()
    return answer.status
  }
  const changed = (address: string, name: string, value: string) => {
    const url = new URL(address)
    url.searchParams.set(name, value)
    return url.href
  }

  test('accepts what it was signed for', async () => {
    const key = newKey('uploads')
    expect(await send(await sign(key))).toBe(200)
    expect((await read(key))?.toString()).toBe('12345')
  })

  const signatureChanged = (address: string) =>
    address.replace(/(?<=X-Amz-Signature=)./u, (digit) => (digit === '0' ? '1' : '0'))

  test.each<[string, (address: string) => Promise<number>]>([
    ['another type', (address) => send(address, '12345', 'text/html')],
    ['a longer body', (address) => send(address, '123456')],
    ['a shorter body', (address) => send(address, '1234')],
    ['an empty body', (address) => send(address, '')],
    ['a key of another user', (address) => send(address.replace(KEY_PATTERN, newKey('uploads')))],
    ["a key of the server's own", (address) => send(address.replace(KEY_PATTERN, newKey('documents')))],
    ['a changed signature', (address) => send(signatureChanged(address))],
    ['a longer life', (address) => send(changed(address, 'X-Amz-Expires', '604800'))],
    ['fewer signed headers', (address) => send(changed(address, 'X-Amz-SignedHeaders', 'host'))],
    ['no signature', (address) => send(address.replace(/\?.*$/u, ''))],
  ])('accepts nothing with %s', async (_, attempt) => {
    const key = newKey('uploads')
    expect(await attempt(await sign(key))).toBe(403)
    expect(await read(key)).toBeNull()
  })

  test('accepts nothing once it has expired', async () => {
    const key = newKey('uploads')
    const now = new Date(Date.now() - 61 * SECOND_MS)
    expect(await send(await sign(key, { now, lifetimeSeconds: 60 }))).toBe(403)
    expect(await read(key)).toBeNull()
  })

  test.each(['GET', 'HEAD', 'DELETE'])('is for uploads only, not for %s', async (method) => {
    const key = newKey('uploads')
    const address = await sign(key)
    expect(await send(address)).toBe(200)
    expect((await fetch(address, { method })).status).toBe(403)
    expect((await read(key))?.toString()).toBe('12345')
  })

  test('gives no access without keys: neither listing nor reading', async () => {
    const key = newKey('uploads')
    expect(await send(await sign(key))).toBe(200)
    const { endpoint, bucket: name } = bucket.settings
    for (const path of ['', `${name}/`, `${name}?list-type=2`, `${name}/${key}`]) {
      const answer = await fetch(`${endpoint}/${path}`)
      expect(await answer.text()).not.toContain(key.slice(key.indexOf('/')))
      // Anonymous callers may list their buckets, of which there are none.
      expect(answer.status).toBe(path === '' ? 200 : 403)
    }
  })
})

describe('prepared for browsers', () => {
  const ORIGIN = 'https://onboarding.example'
  const RULE = {
    AllowedOrigins: [ORIGIN],
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['content-type'],
    MaxAgeSeconds: 3600,
  }
  let fresh: TestBucket
  beforeEach(async () => {
    fresh = await createTestBucket()
  })
  afterEach(() => fresh.drop())

  const prepare = (origin = ORIGIN, change = {}) =>
    createS3Store({ ...fresh.settings, ...change }).prepare(origin)
  const rules = () =>
    withClient(fresh.settings, async (client) => {
      const { CORSRules } = await client.send(new GetBucketCorsCommand({ Bucket: fresh.settings.bucket }))
      return CORSRules ?? []
    })
  const setRules = (CORSRules: CORSRule[]) =>
    withClient(fresh.settings, (client) =>
      client.send(
        new PutBucketCorsCommand({ Bucket: fresh.settings.bucket, CORSConfiguration: { CORSRules } }),
      ),
    )

  test('gets a rule that permits uploads from the site, and nothing else', async () => {
    expect(await prepare()).toEqual([])
    expect(await rules()).toEqual([expect.objectContaining(RULE)])
    expect(await prepare()).toEqual([])
    expect(await rules()).toHaveLength(1)
  })

  test("keeps other rules, and replaces its own when the site's address changes", async () => {
    const other = { ID: 'reports', AllowedOrigins: ['https://reports.example'], AllowedMethods: ['GET'] }
    await setRules([other])
    expect(await prepare('https://former.example')).toEqual([])
    expect(await prepare()).toEqual([])
    const stored = await rules()
    expect(stored).toEqual(
      expect.arrayContaining([expect.objectContaining(other), expect.objectContaining(RULE)]),
    )
    expect(stored).toHaveLength(2)
  })

  test('is unchanged if another rule is sufficient', async () => {
    const wide = {
      ID: 'theirs',
      AllowedOrigins: ['*'],
      AllowedMethods: ['GET', 'PUT'],
      AllowedHeaders: ['*'],
    }
    await setRules([wide])
    expect(await prepare()).toEqual([])
    expect(await rules()).toEqual([expect.objectContaining(wide)])
  })

  test('reports which rule to add if the keys lack permission', async () => {
    const keys = { accessKeyId: 'otherkey', secretAccessKey: 'othersecret' }
    const problem = (await prepare(ORIGIN, keys)).join('\n')
    expect(problem).toContain(fresh.settings.bucket)
    expect(problem).toContain('"AllowedOrigins":["https://onboarding.example"]')
  })

  test('warns about versioning, which keeps removed plaintext', async () => {
    await withClient(fresh.settings, (client) =>
      client.send(
        new PutBucketVersioningCommand({
          Bucket: fresh.settings.bucket,
          VersioningConfiguration: { Status: 'Enabled' },
        }),
      ),
    )
    expect(await prepare()).toEqual([expect.stringContaining('keeps former versions')])
  })

  test('reports a missing bucket, an unknown key and a wrong secret, not a missing CORS rule', async () => {
    expect(await prepare(ORIGIN, { bucket: 'no-such-bucket' })).toEqual([
      'The bucket no-such-bucket does not exist. Create it, or correct S3_BUCKET.',
    ])
    expect(await prepare(ORIGIN, { accessKeyId: 'unknown' })).toEqual([
      expect.stringContaining('Correct AWS_ACCESS_KEY_ID'),
    ])
    expect(await prepare(ORIGIN, { secretAccessKey: 'a wrong secret' })).toEqual([
      expect.stringContaining('Correct AWS_SECRET_ACCESS_KEY'),
    ])
  })

  test('reports a store that does not answer', async () => {
    expect(await prepare(ORIGIN, { endpoint: 'http://127.0.0.1:9' })).toEqual([
      expect.stringMatching(/at http:\/\/127\.0\.0\.1:9 cannot be used: .*ECONNREFUSED/u),
    ])
  })
})

describe('a bucket that fails', () => {
  const key = newKey('documents')
  const content = randomBytes(150_000)
  let way: ShakyWay
  let shaky: ObjectStore
  beforeAll(async () => {
    await store.put(key, Readable.from([content]), options)
  })
  beforeEach(async () => {
    way = await openShakyWay(bucket.settings.endpoint)
    const timeouts = { connectMs: 500, silentMs: 300 }
    shaky = createS3Store({ ...bucket.settings, endpoint: way.url }, timeouts)
  })
  afterEach(() => way.close())

  const unavailable = { kind: 'unavailable', retryAfterSeconds: 10, cause: expect.any(Error) }

  test.each(['closed', 'silent'] as const)('by being %s gives a plain message', async (state) => {
    way.become(state)
    await expect(shaky.get(key)).rejects.toMatchObject(unavailable)
    await expect(shaky.put(newKey('documents'), Readable.from([content]), options)).rejects.toMatchObject(
      unavailable,
    )
    await expect(shaky.remove(key)).rejects.toThrow()
    way.become('open')
    expect((await read(key, shaky))?.equals(content)).toBe(true)
  })

  test('in the middle of an object gives the reader a plain message', async () => {
    way.fallSilentAfter(70_000)
    await expect(read(key, shaky)).rejects.toMatchObject(unavailable)
  })

  test.each([
    ['is not there', { bucket: 'elsewhere' }],
    ['does not take the keys', { secretAccessKey: 'wrong' }],
  ])('in that it %s never looks like a missing object', async (_, change) => {
    const wrong = createS3Store({ ...bucket.settings, ...change })
    await expect(wrong.check()).rejects.toThrow()
    await expect(wrong.get(key)).rejects.toMatchObject(unavailable)
    const putting = wrong.put(newKey('documents'), Readable.from([content]), options)
    await expect(putting).rejects.toMatchObject(unavailable)
  })
})
