import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError } from './database-start-error.ts'

/** Exclusive use of a folder by this process. */
export interface ServerLock {
  /** Idempotent. */
  release: () => void
}

/**
 * Locks a folder for this process. The kernel's lock on an SQLite file ends with the process in any case. A file beside
 * it names the holder, for operators.
 *
 * @param file names the holder; the locked file has `.db` appended
 * @throws DatabaseStartError if another process, or this one, holds it
 */
export function takeServerLock(file: string, folder: string): ServerLock {
  const lock = new DatabaseSync(`${file}.db`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new DatabaseStartError(
      `Another server already uses ${folder}: ${readText(file)}. Stop it first, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  writeFileSync(file, `process ${process.pid}, since ${new Date().toISOString()}`)
  return {
    release() {
      if (!lock.isOpen) return
      rmSync(file, { force: true })
      lock.close()
    },
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'it starts or stops just now'
  }
}
