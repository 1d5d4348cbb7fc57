import { createReadStream } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { isFileMissing } from '#base/server/storage/missing-file.ts'

const FILE = 'audit-anchors.jsonl'
/** Written by versions that stored only the newest anchor; still checked. */
const OLDER_FILE = 'audit-anchor.json'
/** Beside the anchors: the position up to which they were sent off the machine. */
const SENT_FILE = 'audit-anchors.sent'
const OWNER_ONLY = 0o600
/** More than a few lines of the file. */
const TAIL_BYTES = 4096

const anchorSchema = z.object({ eventId: z.number().int(), code: z.string().regex(/^[\da-f]{64}$/u) })

/**
 * A link of the audit log's chain, stored outside the database, where the database owner cannot rewrite it
 * (docs/decisions/0038).
 */
export interface Anchor {
  eventId: number
  code: Buffer
}

/** The file of a machine's anchors, one per line, the newest last. */
export function anchorFileIn(dataDir: string): string {
  return path.join(dataDir, FILE)
}

/** The file with the position up to which anchors were sent. */
export function sentFileIn(dataDir: string): string {
  return path.join(dataDir, SENT_FILE)
}

/** All files with anchors of this machine, the oldest first; any may be missing. */
export function anchorFilesIn(dataDir: string): string[] {
  return [path.join(dataDir, OLDER_FILE), anchorFileIn(dataDir)]
}

/** Appends an anchor durably. */
export async function appendAnchor(dataDir: string, { eventId, code }: Anchor, at: Date): Promise<void> {
  const line = JSON.stringify({ eventId, code: code.toString('hex'), at: at.toISOString() })
  const handle = await open(anchorFileIn(dataDir), 'a', OWNER_ONLY)
  try {
    // An incomplete line after a crash must not run into the next one.
    await handle.writeFile(`${(await endsInLine(dataDir)) ? '' : '\n'}${line}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function endsInLine(dataDir: string): Promise<boolean> {
  const tail = await tailOf(anchorFileIn(dataDir), 1)
  return tail === '' || tail === '\n'
}

/** The newest link that this machine has seen; null where it has seen none. */
export async function newestAnchor(dataDir: string): Promise<Anchor | null> {
  const tails = await Promise.all(anchorFilesIn(dataDir).map((file) => tailOf(file, TAIL_BYTES)))
  const anchors = tails.flatMap((tail) => tail.split('\n')).flatMap((line) => anchorIn(line) ?? [])
  return anchors.toSorted((one, other) => other.eventId - one.eventId)[0] ?? null
}

/** Every anchor in a file, one per line, with or without a syslog prefix. None where there is no file. */
export async function* anchorsIn(file: string): AsyncGenerator<Anchor> {
  if ((await sizeOf(file)) === 0) return
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const anchor = anchorIn(line)
    if (anchor !== null) yield anchor
  }
}

/** The anchor in a line; null for an incomplete or other line. */
export function anchorIn(line: string): Anchor | null {
  const begin = line.indexOf('{')
  if (begin === -1) return null
  const parsed = anchorSchema.safeParse(parseJson(line.slice(begin)))
  return parsed.success ? { eventId: parsed.data.eventId, code: Buffer.from(parsed.data.code, 'hex') } : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Archives this machine's anchors when the log legitimately starts over: they are stored, but no longer checked.
 *
 * @returns the files that they were moved to
 */
export async function archiveAnchors(dataDir: string, now: Date): Promise<string[]> {
  const suffix = `.before-${now.toISOString().replaceAll(':', '-')}`
  const aside = []
  for (const file of [...anchorFilesIn(dataDir), sentFileIn(dataDir)]) {
    if (!(await moved(file, file + suffix))) continue
    if (file !== sentFileIn(dataDir)) aside.push(file + suffix)
  }
  return aside
}

async function moved(file: string, to: string): Promise<boolean> {
  try {
    await rename(file, to)
    return true
  } catch (error) {
    if (isFileMissing(error)) return false
    throw error
  }
}

/** Size of a file in bytes; 0 where it is missing. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isFileMissing(error)) return 0
    throw error
  }
}

async function tailOf(file: string, bytes: number): Promise<string> {
  const size = await sizeOf(file)
  if (size === 0) return ''
  return readFrom(file, Math.max(0, size - bytes))
}

/** Reads at most so many bytes of a file from an offset. */
export async function readFrom(file: string, start: number, bytes = Infinity): Promise<string> {
  let text = ''
  const range = { start, end: start + bytes - 1 }
  for await (const chunk of createReadStream(file, { ...range, encoding: 'utf8' })) text += String(chunk)
  return text
}
