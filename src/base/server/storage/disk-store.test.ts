import { mkdtemp, readdir, readFile, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDiskStore } from './disk-store.ts'
import { newKey } from './object-key.ts'
import type { ObjectStore } from './object-store.ts'

const files = vi.hoisted(() => ({
  failing: null as null | { call: string; code: string },
  calls: [] as string[],
}))

/** The real file system with fault injection at one call, and a record of syncs and renames. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const meet = (call: string) => {
    files.calls.push(call)
    const { failing } = files
    if (failing && call.startsWith(failing.call)) throw Object.assign(new Error(call), { code: failing.code })
  }
  return {
    ...real,
    rename: async (from: string, to: string) => {
      meet(`rename ${path.basename(to)}`)
      return real.rename(from, to)
    },
    open: async (file: string, flags: string, mode?: number) => {
      const handle = await real.open(file, flags, mode)
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        try {
          meet(flags === 'r' ? `sync folder ${path.basename(file)}` : 'sync file')
        } catch (error) {
          await handle.close()
          throw error
        }
        return sync()
      }
      return handle
    },
  }
})

/** Its folder is created before the disk fails, so that the last sync is the failing one. */
const KEY = 'uploads/0192f0c0-0000-7000-8000-0000000000aa'
const options = { maxBytes: 100, contentType: 'application/pdf' }
let dataDir: string
let store: ObjectStore

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'disk-store-'))
  store = createDiskStore(dataDir)
  files.calls = []
})
afterEach(async () => {
  files.failing = null
  await rm(dataDir, { recursive: true })
})

async function everyFile(): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function read(key: string): Promise<string | null> {
  const object = await store.get(key)
  return object && (await buffer(object.stream)).toString()
}

test('a stored object can be read and removed', async () => {
  const [one, other] = [newKey('uploads'), newKey('documents')]
  expect(await store.put(one, Readable.from([Buffer.from('pay'), Buffer.from('slip')]), options)).toBe(7)
  await store.put(other, Readable.from([Buffer.from('statement')]), options)
  expect(await read(one)).toBe('payslip')
  await store.remove(one)
  await store.remove(one)
  expect(await store.get(one)).toBeNull()
  expect((await store.get(other))?.bytes).toBe(9)
  expect(await read(other)).toBe('statement')
  await store.check()
})

test('files and folders are readable by their owner only', async () => {
  await store.put(newKey('documents'), Readable.from([Buffer.from('x')]), options)
  const [file = ''] = await everyFile()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
})

test('a file is synced before it is renamed, and the rename before it is acknowledged', async () => {
  const key = newKey('documents')
  const id = key.split('/')[1] ?? ''
  await store.put(key, Readable.from([Buffer.from('x')]), options)
  expect(files.calls).toEqual([
    'sync file',
    'sync folder documents',
    'sync folder objects',
    `rename ${id}`,
    `sync folder ${id.slice(-2)}`,
  ])
})

describe('a failed write leaves nothing behind', () => {
  test('one byte too many', async () => {
    const key = newKey('uploads')
    const content = Readable.from([Buffer.alloc(100), Buffer.alloc(1)])
    await expect(store.put(key, content, options)).rejects.toMatchObject({ kind: 'too-large' })
    expect(await everyFile()).toEqual([])
    expect(await store.put(key, Readable.from([Buffer.alloc(100)]), options)).toBe(100)
  })

  test('a stream that breaks off', async () => {
    const content = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('gone')
      })(),
    )
    await expect(store.put(newKey('uploads'), content, options)).rejects.toThrow('gone')
    expect(await everyFile()).toEqual([])
  })

  test.each(['ENOSPC', 'EDQUOT'])('a full disk (%s), with a plain message', async (code) => {
    files.failing = { call: 'sync file', code }
    const put = store.put(newKey('uploads'), Readable.from([Buffer.from('x')]), options)
    await expect(put).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('run out of space'),
    })
    expect(await everyFile()).toEqual([])
  })

  test.each(['sync file', 'sync folder', 'rename'])('a disk that fails at: %s', async (call) => {
    await store.put(KEY, Readable.from([Buffer.from('x')]), options)
    await store.remove(KEY)
    files.failing = { call, code: 'EIO' }
    const put = store.put(KEY, Readable.from([Buffer.from('x')]), options)
    await expect(put).rejects.toMatchObject({ code: 'EIO' })
    expect(await everyFile()).toEqual([])
  })
})

test('a removal that is not durable yet is not reported as done', async () => {
  await store.put(KEY, Readable.from([Buffer.from('x')]), options)
  files.failing = { call: 'sync folder', code: 'EIO' }
  await expect(store.remove(KEY)).rejects.toMatchObject({ code: 'EIO' })
})

test('temporary files of killed processes are deleted by age', async () => {
  const unfinished = path.join(dataDir, 'objects', 'unfinished')
  const now = Date.now()
  for (const [name, age] of [
    ['old', 3_600_000],
    ['young', 0],
  ] as const) {
    const file = path.join(unfinished, name)
    await writeFile(file, 'half')
    await utimes(file, new Date(now - age), new Date(now - age))
  }
  await store.clearUnfinished(new Date(now - 60_000))
  expect(await readdir(unfinished)).toEqual(['young'])
  expect(await readFile(path.join(unfinished, 'young'), 'utf8')).toBe('half')
})

test.each([
  '../../etc/passwd',
  'uploads/../../x',
  'uploads/march.pdf',
  'other/0192f0c0-0000-7000-8000-000000000000',
])('%s never becomes a path', async (key) => {
  await expect(store.get(key)).rejects.toThrow('Not a key')
})

test('a file that would leave too little disk space is rejected with a message, and leaves nothing', async () => {
  const { bavail, bsize } = await statfs(dataDir)
  const full = createDiskStore(dataDir, bavail * bsize + 2 ** 40)
  const content = () => Readable.from([Buffer.from('content')])
  const terms = { maxBytes: 100, contentType: 'application/pdf' }
  const key = newKey('documents')
  await expect(full.put(key, content(), terms)).rejects.toThrow('run out of space')
  expect(await full.get(key)).toBeNull()
  expect(await createDiskStore(dataDir, 1000).put(key, content(), terms)).toBe(7)
})
