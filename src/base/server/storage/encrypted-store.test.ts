import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { createDiskStore } from './disk-store.ts'
import { newKey } from './object-key.ts'
import { encryptedStore } from './encrypted-store.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sealed-'))
const disk = createDiskStore(folder)
const keyring = readKeyring(randomBytes(32).toString('base64'))
const store = encryptedStore(disk, keyring)
const content = randomBytes(300_000)
const options = { maxBytes: content.length, contentType: 'application/pdf' }

afterAll(() => rmSync(folder, { recursive: true }))

function everythingOnDisk(): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Buffer.concat(files.map((file) => readFileSync(path.join(file.parentPath, file.name))))
}

async function streamOf(from: typeof store, key: string): Promise<Readable> {
  const found = await from.get(key)
  if (found === null) throw new Error(`There is no ${key}.`)
  return found.stream
}

async function read(from: typeof store, key: string): Promise<Buffer | null> {
  const found = await from.get(key)
  return found && buffer(found.stream)
}

test('stored content comes back, and the disk reveals nothing of it', async () => {
  const document = newKey('documents')
  expect(await store.put(document, Readable.from([content]), options)).toBe(content.length)
  const found = await store.get(document)
  expect(found?.bytes).toBe(content.length)
  expect(found && (await buffer(found.stream)).equals(content)).toBe(true)
  expect(everythingOnDisk().includes(content.subarray(1000, 1064))).toBe(false)
})

test('an object moved to another key on the disk cannot be decrypted', async () => {
  const [from, to] = [newKey('documents'), newKey('documents')]
  await store.put(from, Readable.from([content]), options)
  await disk.put(to, await streamOf(disk, from), { ...options, maxBytes: 2 * content.length })
  await expect(read(store, to)).rejects.toThrow()
})

test('a stream above its limit is rejected and leaves nothing', async () => {
  const key = newKey('documents')
  const put = store.put(key, Readable.from([content]), { ...options, maxBytes: content.length - 1 })
  await expect(put).rejects.toMatchObject({ kind: 'too-large' })
  expect(await store.get(key)).toBeNull()
})

test('an interrupted stream leaves nothing', async () => {
  const key = newKey('documents')
  const broken = Readable.from(
    (async function* () {
      yield content.subarray(0, 100)
      throw new Error('broken off')
    })(),
  )
  await expect(store.put(key, broken, options)).rejects.toThrow('broken off')
  expect(await store.get(key)).toBeNull()
})

test('a bucket receives browser uploads as they are, and encrypts registered files', async () => {
  const bucket = encryptedStore(
    { ...disk, presignUpload: () => Promise.resolve('https://bucket.example') },
    keyring,
  )
  const [upload, document] = [newKey('uploads'), newKey('documents')]
  await disk.put(upload, Readable.from([content]), options)
  expect((await read(bucket, upload))?.equals(content)).toBe(true)
  await bucket.put(document, await streamOf(bucket, upload), options)
  expect((await read(disk, document))?.equals(content)).toBe(false)
  expect((await read(bucket, document))?.equals(content)).toBe(true)
})

test('a missing object is null', async () => {
  expect(await store.get(newKey('documents'))).toBeNull()
})

test('stopping to read early closes the underlying file', async () => {
  const key = newKey('documents')
  await store.put(key, Readable.from([content]), options)
  const opened: Readable[] = []
  const watched = encryptedStore(
    {
      ...disk,
      get: async (wanted) => {
        const found = await disk.get(wanted)
        if (found !== null) opened.push(found.stream)
        return found
      },
    },
    keyring,
  )
  const stream = await streamOf(watched, key)
  await once(stream, 'readable')
  stream.destroy()
  await once(stream, 'close')
  expect(opened.map((each) => each.destroyed)).toEqual([true])
})
