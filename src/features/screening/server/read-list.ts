import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { factsOfEntry } from '#features/screening/rules/fingerprint.ts'
import { foldName } from '#features/screening/rules/fold-name.ts'
import type { EntryKind, ListEntry, ListSource, NameQuality } from '#features/screening/rules/lists.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { hasLostLetters, lostLettersText } from './parse/letters.ts'
import { ListError } from './parse/list-error.ts'
import type { ListPath } from './parse/list-path.ts'
import { parseList } from './parse/parse-list.ts'
import { textLines } from './parse/text-lines.ts'

/** Few, so that other requests are answered in between. */
const PREPARED_AT_ONCE = 20
const STORED_AT_ONCE = 100

/** More broken names than this part are of a file in another encoding. */
const MAX_BROKEN_SHARE = 0.01

/** An entry as it is stored. */
export interface PreparedEntry extends Omit<ListEntry, 'names'> {
  names: { name: string; quality: NameQuality; folded: string }[]
  /** Hashes of what is compared with clients, and of all of it. */
  fingerprint: string
  contentHash: string
}

/** A list that was read; its entries are in a file. */
export interface ReadList {
  source: ListSource
  /** yyyy-MM-dd. */
  generatedOn: string
  unreadable: number
  entries: number
  kinds: Record<EntryKind, number>
  names: number
  /** What those who decide whether to use the list should know. */
  remarks: readonly string[]
  leftOut: readonly string[]
  /** A file that was not loaded with the others. */
  missing: string | null
  /** Some at once: never all in memory. */
  batches: () => AsyncIterable<PreparedEntry[]>
}

/**
 * Reads a list completely, before anything is stored.
 *
 * @throws DomainError list-unreadable (422) with line and column
 */
export async function readList(
  { files, dated }: { files: readonly ListPath[]; dated: string | undefined },
  now: Date,
): Promise<ReadList> {
  try {
    const list = await parseList(files)
    const prepared = path.join(path.dirname(files[0]?.path ?? ''), 'entries')
    const counts: Counts = {
      entries: 0,
      names: 0,
      kinds: { person: 0, organisation: 0, ship: 0, aircraft: 0 },
      broken: [],
    }
    await pipeline(Readable.from(prepare(list.entries, counts)), createWriteStream(prepared))
    const { source, unreadable: bad, remarks = [], leftOut = [], missing = null } = list
    if (counts.broken.length > MAX_BROKEN_SHARE * counts.names)
      throw new ListError(lostLettersText(counts.broken[0] ?? ''))
    const generatedOn = checkedDay(list.generatedOn ?? dated, now)
    const { entries, names, kinds } = counts
    const batches = () => readPrepared(prepared)
    return { source, generatedOn, unreadable: bad, entries, names, kinds, remarks, leftOut, missing, batches }
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    const { line, column, message } = error
    const where = line === null ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`
    throw unreadable(`${message}${where}`)
  }
}

export function unreadable(message: string, field = 'file'): DomainError {
  return new DomainError('incomplete', message, {
    code: 'list-unreadable',
    errors: [{ path: field, message }],
  })
}

function checkedDay(day: string | undefined, now: Date): string {
  if (day === undefined || !z.iso.date().safeParse(day).success)
    throw unreadable('This list has no date of its own. Please enter the date of the file.', 'dated')
  // It would never be too old, and no real list newer. The date line allows a day.
  if (Date.parse(day) > now.getTime() + DAY_MS)
    throw unreadable(`The list is dated ${formatDay(day)}, which is in the future.`, 'dated')
  return day
}

interface Counts extends Pick<ReadList, 'entries' | 'names' | 'kinds'> {
  /** Names that lost letters. */
  broken: string[]
}

/** A line for each `STORED_AT_ONCE` entries. */
async function* prepare(entries: AsyncIterable<ListEntry>, counts: Counts): AsyncGenerator<string> {
  let batch: PreparedEntry[] = []
  for await (const entry of entries) {
    counts.entries += 1
    counts.names += entry.names.length
    counts.broken.push(...entry.names.map(({ name }) => name).filter(hasLostLetters))
    counts.kinds[entry.kind] += 1
    batch.push(prepareEntry(entry))
    if (counts.entries % PREPARED_AT_ONCE === 0) await setImmediate()
    if (batch.length < STORED_AT_ONCE) continue
    yield `${JSON.stringify(batch)}\n`
    batch = []
  }
  yield `${JSON.stringify(batch)}\n`
}

function prepareEntry(entry: ListEntry): PreparedEntry {
  // Its line changes with every entry before it.
  const { file: _, ...details } = entry.details
  return {
    ...entry,
    names: entry.names.map(({ name, quality }) => ({ name, quality, folded: foldName(name) })),
    fingerprint: hash('sha256', factsOfEntry(entry), 'base64url'),
    contentHash: hash('sha256', JSON.stringify({ ...entry, details }), 'base64url'),
  }
}

async function* readPrepared(file: string): AsyncGenerator<PreparedEntry[]> {
  for await (const lines of textLines(file)) {
    // `prepare` wrote them.
    for (const line of lines) yield JSON.parse(line) as PreparedEntry[]
  }
}
