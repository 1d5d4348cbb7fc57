import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError } from './database-start-error.ts'

/** Proof that this process alone uses a folder. */
export interface ServerLock {
  /** Harmless when repeated. */
  release: () => void
}

/**
 * Locks a folder for this process. SQLite's lock on an empty file is the kernel's: it ends with the process, however that
 * ends. The holder is named in the file beside it, for people.
 *
 * @param file names the holder; the locked file is called the same, with `.db` at its end
 * @throws DatabaseStartError when another process, or this one, holds it
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
