import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseStartError } from './database-start-error.ts'
import { processStart, stillRuns } from './process-identity.ts'

/** Proof that this process alone uses a folder. */
export interface ServerLock {
  /** Gives the folder free; harmless when repeated. */
  release: () => void
}

interface Holder {
  pid: number
  start: string
  since: string
}

const ATTEMPTS = 50
const PAUSE_MS = 20
/** Clearing a dead server's lock takes microseconds: an older trace of it was left by a crash in between. */
const ABANDONED_AFTER_MS = 5_000

/**
 * Takes the lock file for this process, or says which process holds it. A lock whose process has ended is
 * taken over, also when its process id belongs to another process by now.
 *
 * @throws DatabaseStartError when another living process, or this one, holds it
 */
export function takeServerLock(file: string, folder: string): ServerLock {
  const own = describeSelf()
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (placeWhole(file, own)) return { release: () => releaseOwn(file, own) }
    const found = readText(file)
    if (found === undefined) continue
    const holder = parseHolder(found)
    if (holder && stillRuns(holder.pid, holder.start)) throw heldBy(holder, folder)
    if (!clearDead(file, found)) pause()
  }
  throw new DatabaseStartError(
    `Could not take the lock ${file}: other servers keep trying to start on ${folder} at the same time.`,
  )
}

function describeSelf(): string {
  const holder: Holder = {
    pid: process.pid,
    start: processStart(process.pid) ?? '',
    since: new Date().toISOString(),
  }
  return `${JSON.stringify(holder)}\n`
}

/** Creates `file` with its whole text in one step, unless it exists: nobody ever sees half a lock. */
function placeWhole(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o644 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Removes a dead server's lock. Only one process at a time may, and only the very lock it judged; otherwise a
 * slow one could remove the lock that a quick one has just taken.
 */
function clearDead(file: string, judged: string): boolean {
  const clearing = `${file}.clearing`
  if (!placeWhole(clearing, describeSelf())) {
    if (ageOf(clearing) > ABANDONED_AFTER_MS) rmSync(clearing, { force: true })
    return false
  }
  try {
    if (readText(file) === judged) rmSync(file, { force: true })
    return true
  } finally {
    rmSync(clearing, { force: true })
  }
}

function releaseOwn(file: string, own: string): void {
  if (readText(file) === own) rmSync(file, { force: true })
}

function heldBy(holder: Holder, folder: string): DatabaseStartError {
  const who = holder.pid === process.pid ? `this process (${holder.pid})` : `process ${holder.pid}`
  return new DatabaseStartError(
    `Another server already uses ${folder}: ${who}, since ${holder.since}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  )
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    if (!('pid' in value) || typeof value.pid !== 'number') return undefined
    const start = 'start' in value && typeof value.start === 'string' ? value.start : ''
    const since = 'since' in value && typeof value.since === 'string' ? value.since : 'an unknown time'
    return { pid: value.pid, start, since }
  } catch {
    return undefined
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return 0
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}
