import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const KEY_FILE = 'encryption.key'
const OWNER_ONLY = 0o600

/** Where that key lies. */
export function keyFileIn(dataDir: string): string {
  return join(dataDir, KEY_FILE)
}

/** The key that was made for a deployment; null where none was, or it is lost. */
export function readKeyFile(dataDir: string): string | null {
  const file = keyFileIn(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/**
 * The key of a deployment that sets none: generated once, kept beside the data in a file that only its owner reads.
 * Good for a demonstration; in production the key must not lie beside what it protects.
 */
export function readOrCreateKeyFile(dataDir: string): string {
  const file = keyFileIn(dataDir)
  if (!existsSync(file)) createKeyFile(file)
  return readFileSync(file, 'utf8').trim()
}

/**
 * Whole or not at all, and on the disk before anything is encrypted with it. Of two servers that start together one
 * makes the key, and the other reads it.
 */
function createKeyFile(file: string): void {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, {
      mode: OWNER_ONLY,
      flag: 'wx',
      flush: true,
    })
    linkSync(draft, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
