import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Settings } from '#base/server/config/settings.ts'

const KEY_FILE = 'encryption.key'
const OWNER_ONLY = 0o600

/** Key file of a deployment without ENCRYPTION_KEY: one key per line, newest first. */
export function keyFileOf({
  encryptionKeyFile,
  dataDir,
}: Pick<Settings, 'encryptionKeyFile' | 'dataDir'>): string {
  return encryptionKeyFile ?? join(dataDir, KEY_FILE)
}

/** A new random key in base64. */
export function generateKey(): string {
  return randomBytes(32).toString('base64')
}

/**
 * Creates the key file if missing: atomic, and on disk before anything is encrypted. Of two servers that start together
 * one creates it, and the other reads it.
 */
export function createKeyFile(file: string): void {
  if (existsSync(file)) return
  const draft = writeDraft(file, [generateKey()])
  try {
    linkSync(draft, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The keys in a file, newest first. */
export function keysInFile(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split(/[\n,]/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Replaces the keys in a file, atomically and durably. */
export function replaceKeys(file: string, keys: readonly string[]): void {
  renameSync(writeDraft(file, keys), file)
  syncFolder(dirname(file))
}

function writeDraft(file: string, keys: readonly string[]): string {
  const draft = `${file}.${randomUUID()}`
  const lines = keys.map((key) => `${key}\n`).join('')
  writeFileSync(draft, lines, { mode: OWNER_ONLY, flag: 'wx', flush: true })
  return draft
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
