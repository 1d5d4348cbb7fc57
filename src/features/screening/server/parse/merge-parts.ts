import { hash } from 'node:crypto'
import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ListEntry } from '#features/screening/rules/lists.ts'
import { ListError } from './list-error.ts'
import { textLines } from './text-lines.ts'

/** The parts of a list are divided into so many files, by their uid: one fits into memory. */
const FILES = 64
const CHARACTERS_AT_ONCE = 32_768
/** Real entries have a few hundred rows. */
const MAX_PARTS = 10_000

/** A row or an element about an entry. */
interface ListPart<Part> {
  uid: string
  part: Part
}

/**
 * Entries whose parts may be anywhere in a list, which is never in memory as a whole.
 *
 * @param folder where parts are stored meanwhile
 * @param entryOf the entry of all its parts, in the order of the list; null for none
 * @throws ListError for an entry with more parts than any real one
 */
export async function* mergeParts<Part>(
  folder: string,
  parts: AsyncIterable<ListPart<Part>>,
  entryOf: (uid: string, parts: readonly Part[]) => ListEntry | null,
): AsyncGenerator<ListEntry> {
  for (const file of await divide(folder, parts)) {
    const byUid = await partsIn<Part>(file)
    await rm(file)
    for (const [uid, own] of byUid) {
      const entry = entryOf(uid, own)
      if (entry !== null) yield entry
    }
  }
}

async function partsIn<Part>(file: string): Promise<Map<string, Part[]>> {
  const byUid = new Map<string, Part[]>()
  for await (const lines of textLines(file)) {
    for (const line of lines) {
      // `divide` wrote it.
      const { uid, part } = JSON.parse(line) as ListPart<Part>
      const known = byUid.get(uid) ?? []
      if (known.length === MAX_PARTS) throw new ListError(`An entry has more than ${MAX_PARTS} rows.`)
      known.push(part)
      byUid.set(uid, known)
    }
  }
  return byUid
}

/** Writes each part to the file of its uid. @returns the files */
async function divide(folder: string, parts: AsyncIterable<ListPart<unknown>>): Promise<string[]> {
  const waiting = new Map<string, string>()
  for await (const part of parts) {
    const number = Number.parseInt(hash('sha256', part.uid, 'hex').slice(0, 4), 16) % FILES
    const file = path.join(folder, `parts-${number}`)
    const text = `${waiting.get(file) ?? ''}${JSON.stringify(part)}\n`
    waiting.set(file, text.length < CHARACTERS_AT_ONCE ? text : '')
    if (text.length >= CHARACTERS_AT_ONCE) await appendFile(file, text)
  }
  for (const [file, text] of waiting) await appendFile(file, text)
  return [...waiting.keys()]
}
