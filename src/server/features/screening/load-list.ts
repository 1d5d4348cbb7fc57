import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS } from '#domain/due-diligence/limits.ts'
import type { Edition } from '#domain/api/lists.ts'
import { problemWithList, type ListProblem } from '#domain/screening/editions.ts'
import { factsOfEntry } from '#domain/screening/fingerprint.ts'
import { foldName } from '#domain/screening/fold-name.ts'
import { listSources, type ListEntry, type ListSource } from '#domain/screening/lists.ts'
import { formatDay } from '#domain/time/dates.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/db/id.ts'
import { listEditions, listEntries, listNames } from '#server/platform/db/screening-schema.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import type { Doer } from '#server/shared/actor.ts'
import { record, recordFailure } from '#server/shared/audit/record.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { presentEdition } from './editions.ts'
import { isInForce, lockSource } from './put-in-force.ts'
import { normalNumber } from './document-numbers.ts'
import { ListError } from './parse/list-error.ts'
import { parseList } from './parse/parse-list.ts'
import type { ParsedList } from './parse/parsed-list.ts'

/** Few, so that other requests are answered in between. */
const ROWS_AT_ONCE = 250

/** A received file. */
export interface ListFile {
  path: string
  bytes: number
  sha256: string
  /** yyyy-MM-dd, for lists without a date of their own. */
  dated: string | undefined
  /** Why a list with far fewer entries than the one in force is right. */
  shrunkReason?: string | undefined
}

type Act = CommandContext<Doer | null, 'database'>
type Work = TransactionContext<Doer | null, 'database'>

/**
 * Loads a list beside the one in force, which it does not change, and compares both. A list of the same source that was
 * loaded before and is not in force is discarded.
 *
 * @returns the edition; the one in force, if it is the same file
 * @throws DomainError list-unreadable (422) with line and column; list-older, list-shrunk (409)
 */
export async function loadList(act: Act, file: ListFile): Promise<Edition> {
  try {
    const list = await readList(file, act.now)
    return await inTransaction(act, (work) => storeList(work, file, list))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await recordFailure(autocommit(act), 'list.refused', null, { why: error.code ?? error.kind })
    throw error
  }
}

async function readList({ path, dated }: ListFile, now: Date): Promise<ParsedList & { generatedOn: string }> {
  try {
    const list = await parseList(path)
    const generatedOn = list.generatedOn ?? dated
    if (generatedOn === undefined || !z.iso.date().safeParse(generatedOn).success) {
      throw unreadable('This list has no date of its own. Please enter the date of the file.', 'dated')
    }
    // It would never be too old, and no real list newer. The date line allows a day.
    if (Date.parse(generatedOn) > now.getTime() + DAY_MS) {
      throw unreadable(`The list is dated ${formatDay(generatedOn)}, which is in the future.`, 'dated')
    }
    return { ...list, entries: uniqueEntries(list.entries), generatedOn }
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    const { line, column, message } = error
    const where = line === null ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`
    throw unreadable(`${message}${where}`)
  }
}

function uniqueEntries(entries: readonly ListEntry[]): ListEntry[] {
  return [...new Map(entries.map((entry) => [entry.uid, entry])).values()]
}

function unreadable(message: string, path = 'file'): DomainError {
  return new DomainError('incomplete', message, { code: 'list-unreadable', errors: [{ path, message }] })
}

async function storeList(
  work: Work,
  file: ListFile,
  list: ParsedList & { generatedOn: string },
): Promise<Edition> {
  const { tx, actor, now } = work
  const { source, entries, generatedOn } = list
  await lockSource(tx, source)
  const [inForce] = await tx.select().from(listEditions).where(isInForce(source))
  if (inForce?.sha256 === file.sha256) return presentEdition(inForce)
  const problem = problemWithList({
    ...list,
    entries: entries.length,
    inForce: inForce ?? null,
    mayShrink: file.shrunkReason !== undefined,
  })
  if (problem !== null) throw problemError(problem, list, inForce)
  await tx.delete(listEditions).where(and(eq(listEditions.source, source), isNull(listEditions.inForceAt)))
  const id = newId()
  const difference = await compare(await knownEntries(tx, source), entries)
  const edition = {
    id,
    source,
    generatedOn,
    sha256: file.sha256,
    bytes: file.bytes,
    entries: entries.length,
    names: entries.reduce((sum, { names }) => sum + names.length, 0),
    comparedWith: inForce?.id ?? null,
    added: difference.added.length,
    changed: difference.changed.length,
    changedOtherwise: difference.changedOtherwise.length,
    removedUids: difference.removed,
    loadedBy: actor?.userId ?? null,
    loadedAt: now,
    shrunkReason: shrinks(entries.length, inForce) ? (file.shrunkReason ?? null) : null,
  }
  const [row] = await tx.insert(listEditions).values(edition).returning()
  if (row === undefined) throw new Error('The edition was not stored.')
  await insertEntries(tx, row, [...difference.added, ...difference.changed, ...difference.changedOtherwise])
  const { added, changed } = edition
  await record(work, 'list.loaded', null, {
    source,
    entries: entries.length,
    added,
    changed,
    removed: difference.removed.length,
  })
  return presentEdition(row)
}

/** A reason matters only where there are far fewer entries. */
function shrinks(entries: number, inForce: typeof listEditions.$inferSelect | undefined): boolean {
  const { generatedOn = '' } = inForce ?? {}
  return problemWithList({ entries, unreadable: 0, generatedOn, inForce: inForce ?? null }) === 'list-shrunk'
}

function problemError(
  problem: ListProblem,
  { source, entries, generatedOn, unreadable: bad }: ParsedList,
  inForce: typeof listEditions.$inferSelect | undefined,
): DomainError {
  const { label } = listSources[source]
  switch (problem) {
    case 'list-empty':
      return unreadable(`The file is the list of: ${label}. It has no entries.`)
    case 'list-unreadable':
      return unreadable(
        `${bad} rows of the file can’t be read, beside ${entries.length} that can. Please download the list again.`,
      )
    case 'list-older':
      return new DomainError(
        'conflict',
        `The file is of ${dayText(generatedOn)}, and the list in force of ${dayText(inForce?.generatedOn ?? null)}. Please load a newer one.`,
        { code: problem },
      )
    case 'list-shrunk':
      return new DomainError(
        'conflict',
        `The file has ${entries.length} entries, and the list in force ${inForce?.entries ?? 0}: it is probably incomplete. Please download it again.`,
        { code: problem },
      )
  }
}

const dayText = (day: string | null) => (day === null ? 'an unknown day' : formatDay(day))

interface Known {
  fingerprint: string
  contentHash: string
}

async function knownEntries(tx: Transaction, source: ListSource): Promise<Map<string, Known>> {
  const rows = await tx
    .select({
      uid: listEntries.uid,
      fingerprint: listEntries.fingerprint,
      contentHash: listEntries.contentHash,
    })
    .from(listEntries)
    .innerJoin(listEditions, eq(listEditions.id, listEntries.fromEdition))
    .where(
      and(eq(listEntries.source, source), isNull(listEntries.toEdition), isNotNull(listEditions.inForceAt)),
    )
  return new Map(rows.map(({ uid, ...known }) => [uid, known]))
}

/** An entry with its hashes. */
interface Hashed extends Known {
  entry: ListEntry
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

async function compare(known: ReadonlyMap<string, Known>, entries: readonly ListEntry[]) {
  const added: Hashed[] = []
  const changed: Hashed[] = []
  const changedOtherwise: Hashed[] = []
  for (const [at, entry] of entries.entries()) {
    if (at % ROWS_AT_ONCE === 0) await setImmediate()
    const hashed = {
      entry,
      fingerprint: hashOf(factsOfEntry(entry)),
      contentHash: hashOf(JSON.stringify(entry)),
    }
    const before = known.get(entry.uid)
    if (before === undefined) added.push(hashed)
    else if (before.fingerprint !== hashed.fingerprint) changed.push(hashed)
    else if (before.contentHash !== hashed.contentHash) changedOtherwise.push(hashed)
  }
  const uids = new Set(entries.map(({ uid }) => uid))
  return { added, changed, changedOtherwise, removed: [...known.keys()].filter((uid) => !uids.has(uid)) }
}

async function insertEntries(
  tx: Transaction,
  { id: fromEdition, source }: { id: string; source: ListSource },
  entries: readonly Hashed[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) {
    const part = entries.slice(at, at + ROWS_AT_ONCE)
    const rows = part.map(({ entry, fingerprint, contentHash }) => ({
      id: newId(),
      source,
      uid: entry.uid,
      fingerprint,
      content_hash: contentHash,
      person: entry.person,
      programme: entry.programme,
      remarks: entry.remarks,
      births: entry.births,
      countries: entry.countries,
      documents: entry.documents.map(normalNumber),
      sex: entry.sex ?? null,
      from_edition: fromEdition,
    }))
    await tx.execute(sql`insert into ${listEntries} (id, source, uid, fingerprint, content_hash, person, programme,
        remarks, births, countries, documents, sex, from_edition)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, source text, uid text,
        fingerprint text, content_hash text, person boolean, programme text, remarks text, births jsonb,
        countries text[], documents text[], sex text, from_edition uuid)`)
    const names = part.flatMap(({ entry }, index) =>
      entry.names.map(({ name, quality }) => ({
        id: newId(),
        entry_id: rows[index]?.id,
        quality,
        name,
        folded: foldName(name),
      })),
    )
    await tx.execute(sql`insert into ${listNames} (id, entry_id, quality, name, folded)
      select * from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as row (id uuid, entry_id uuid, quality text,
        name text, folded text)`)
  }
}
