import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_FILE = 'encryption.key'
const OWNER_ONLY = 0o600

/**
 * The key of a deployment that sets none: generated once, kept beside the data in a file that only its owner reads.
 * Good for a demonstration; in production the key must not lie beside what it protects.
 */
export function readOrCreateKeyFile(dataDir: string): string {
  const file = join(dataDir, KEY_FILE)
  if (!existsSync(file)) {
    // `wx`: of two servers that start together one makes the key, and the other reads it.
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, {
        mode: OWNER_ONLY,
        flag: 'wx',
        flush: true,
      })
    } catch (error) {
      if (!existsSync(file)) throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
