import { randomBytes } from 'node:crypto'
import { constants, createReadStream, mkdirSync } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { DomainError } from '#base/server/domain-error.ts'
import { limitBytes } from './limit-bytes.ts'
import { isFileMissing } from './missing-file.ts'
import { AREAS, requireKey } from './object-key.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600
const UNFINISHED = 'unfinished'

/** Error codes of a full disk or quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Objects as files below `DATA_DIR/objects`. Writes go to a temporary name, are synced, and then renamed, so that a
 * crash leaves them complete or absent.
 *
 * @param minFreeBytes free disk space to keep: larger files are rejected
 */
export function createDiskStore(dataDir: string, minFreeBytes = 0): ObjectStore {
  const root = path.join(dataDir, 'objects')
  const unfinished = path.join(root, UNFINISHED)
  mkdirSync(unfinished, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const made = new Set<string>()

  /** Creates a file's folder; the entries of all parents are synced before use. */
  async function makeFolder(folder: string): Promise<void> {
    if (made.has(folder)) return
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
    for (let above = path.dirname(folder); above.startsWith(root); above = path.dirname(above)) {
      await syncFolder(above)
    }
    made.add(folder)
  }

  async function store(key: string, write: (file: string) => Promise<void>): Promise<void> {
    const target = fileOf(root, key)
    const temporary = path.join(unfinished, randomBytes(16).toString('hex'))
    let written = temporary
    try {
      await write(temporary)
      await makeFolder(path.dirname(target))
      await rename(temporary, target)
      written = target
      await syncFolder(path.dirname(target))
    } catch (error) {
      await rm(written, { force: true })
      throw asDomainError(error)
    }
  }

  return {
    kind: 'disk',
    uploadOrigin: undefined,
    presignUpload: undefined,
    prepare: () => Promise.resolve([]),
    put: async (key, content, { maxBytes }) => {
      const { bavail, bsize } = await statfs(root)
      if (bavail * bsize < minFreeBytes + maxBytes) throw diskFull()
      let bytes = 0
      await store(key, async (file) => {
        bytes = await writeDurably(file, limitBytes(content, { maxBytes }))
      })
      return bytes
    },
    get: async (key) => openObject(fileOf(root, key)),
    remove: async (key) => {
      const file = fileOf(root, key)
      // Durable before the row is deleted: a file that reappears after a power cut would never be cleaned up.
      if (await removeFile(file)) await syncFolder(path.dirname(file))
    },
    isEmpty: () => holdsNothing(root),
    clearUnfinished: (before) => clearOlder(unfinished, before),
    check: () => access(unfinished, constants.R_OK | constants.W_OK | constants.X_OK),
  }
}

/** Path of an object. Two letters of the id's random end spread the files over 256 folders per area. */
export function fileOf(root: string, key: string): string {
  requireKey(key)
  const [area = '', id = ''] = key.split('/')
  return path.join(root, area, id.slice(-2), id)
}

/** Each piece is written before the next is requested, so that concurrent uploads use little memory. */
async function writeDurably(file: string, content: AsyncIterable<Buffer>): Promise<number> {
  const handle = await open(file, 'wx', OWNER_ONLY_FILE)
  try {
    let bytes = 0
    for await (const piece of content) {
      await handle.appendFile(piece)
      bytes += piece.length
    }
    await handle.sync()
    return bytes
  } finally {
    await handle.close()
  }
}

/** Read size: each read costs an event loop turn, whatever its size. */
const READ_BYTES = 512 * 1024

async function openObject(file: string): Promise<StoredObject | null> {
  try {
    const handle = await open(file, 'r')
    const { size } = await handle.stat()
    return { bytes: size, stream: createReadStream(file, { fd: handle, highWaterMark: READ_BYTES }) }
  } catch (error) {
    if (isFileMissing(error)) return null
    throw error
  }
}

/** @returns whether it existed */
async function removeFile(file: string): Promise<boolean> {
  try {
    await rm(file)
    return true
  } catch (error) {
    if (isFileMissing(error)) return false
    throw error
  }
}

/** Syncs a folder's entries, which makes a rename durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function clearOlder(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const facts = await stat(file).catch(() => null)
    if (facts !== null && facts.mtime < before) await rm(file, { force: true })
  }
}

/** Ignores unfinished writes. */
async function holdsNothing(root: string): Promise<boolean> {
  for (const area of AREAS) {
    const entries = await readdir(path.join(root, area), { recursive: true, withFileTypes: true }).catch(
      emptyWhereMissing,
    )
    if (entries.some((entry) => entry.isFile())) return false
  }
  return true
}

function emptyWhereMissing(error: unknown): [] {
  if (isFileMissing(error)) return []
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function asDomainError(error: unknown): unknown {
  return FULL.has(codeOf(error)) ? diskFull() : error
}

/** Freeing disk space takes a while. */
const DISK_FULL_RETRY_SECONDS = 60

function diskFull(): DomainError {
  return new DomainError(
    'unavailable',
    'We’ve run out of space to store files. Your file was not saved. Please contact us, and try again later.',
    { retryAfterSeconds: DISK_FULL_RETRY_SECONDS },
  )
}
