import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ListedBirth, ListSource } from '#features/screening/rules/lists.ts'
import { soundPairs } from '#features/screening/rules/sounds.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { listEditions, listEntries, listNames } from '#features/screening/schema.ts'
import { normalNumber } from './document-numbers.ts'
import type { PreparedEntry, ReadList } from './read-list.ts'

interface EditionOf {
  id: string
  source: ListSource
}

/** How a list differs from the one in force. */
export interface Difference {
  added: number
  changed: number
  changedOtherwise: number
  removedUids: string[]
  /** Entries that lose a name, a birth or a number. */
  lostUids: string[]
}

/** Compares a list with the one in force, and stores the entries that differ. */
export async function storeEntries(tx: Transaction, edition: EditionOf, list: ReadList): Promise<Difference> {
  const difference: Difference = { added: 0, changed: 0, changedOtherwise: 0, removedUids: [], lostUids: [] }
  const inForce = entriesInForce(tx, edition.source)
  const listed = new Set<string>()
  for await (const entries of list.batches()) {
    const uids = entries.map(({ uid }) => uid)
    for (const uid of uids) listed.add(uid)
    const rows = await tx
      .select({ row: listEntries, names: namesOf })
      .from(listEntries)
      .where(and(inForce, inArray(listEntries.uid, uids)))
    const known = new Map(rows.map((one) => [one.row.uid, one]))
    const differing = entries.filter((entry) => {
      const before = known.get(entry.uid)
      const kind = changeOf(before?.row, entry)
      if (kind !== null) difference[kind] += 1
      if (kind === 'changed' && before !== undefined && loses(before, entry))
        difference.lostUids.push(entry.uid)
      return kind !== null
    })
    if (differing.length > 0) await insertEntries(tx, edition, differing)
  }
  const all = await tx.select({ uid: listEntries.uid }).from(listEntries).where(inForce)
  difference.removedUids = all.map(({ uid }) => uid).filter((uid) => !listed.has(uid))
  return difference
}

const namesOf = sql<string[]>`array(select n.folded from ${listNames} n where n.entry_id = ${listEntries.id})`

/** Whether an entry loses a name, a birth or a number that clients are compared with. */
function loses(
  { row, names }: { row: typeof listEntries.$inferSelect; names: readonly string[] },
  entry: PreparedEntry,
): boolean {
  const births = new Set(entry.births.map(birthText))
  const numbers = new Set(entry.documents.map(normalNumber))
  return (
    names.some((folded) => folded !== '' && entry.names.every((name) => name.folded !== folded)) ||
    row.births.some((birth) => !births.has(birthText(birth))) ||
    row.documents.some((number) => !numbers.has(number))
  )
}

const birthText = ({ from, to, day }: ListedBirth) => `${from} ${to} ${day ?? ''}`

/** How many names of the entries in force are no primary ones. */
export async function aliasesInUse(tx: Transaction, source: ListSource): Promise<number> {
  const others = inArray(
    listNames.entryId,
    tx.select({ id: listEntries.id }).from(listEntries).where(entriesInForce(tx, source)),
  )
  return tx.$count(listNames, and(others, eq(listNames.quality, 'strong')))
}

function entriesInForce(tx: Transaction, source: ListSource) {
  const editions = tx
    .select({ id: listEditions.id })
    .from(listEditions)
    .where(and(eq(listEditions.source, source), isNotNull(listEditions.inForceAt)))
  return and(
    eq(listEntries.source, source),
    isNull(listEntries.toEdition),
    inArray(listEntries.fromEdition, editions),
  )
}

function changeOf(
  before: Pick<PreparedEntry, 'fingerprint' | 'contentHash'> | undefined,
  { fingerprint, contentHash }: PreparedEntry,
): 'added' | 'changed' | 'changedOtherwise' | null {
  if (before === undefined) return 'added'
  if (before.fingerprint !== fingerprint) return 'changed'
  return before.contentHash === contentHash ? null : 'changedOtherwise'
}

async function insertEntries(
  tx: Transaction,
  { id: fromEdition, source }: EditionOf,
  entries: readonly PreparedEntry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    id: newId(),
    source,
    uid: entry.uid,
    fingerprint: entry.fingerprint,
    content_hash: entry.contentHash,
    person: entry.kind === 'person',
    kind: entry.kind,
    details: entry.details,
    programme: entry.programme,
    remarks: entry.remarks,
    births: entry.births,
    countries: entry.countries,
    documents: entry.documents.map(normalNumber),
    sex: entry.sex ?? null,
    from_edition: fromEdition,
  }))
  await tx.execute(sql`insert into ${listEntries} (id, source, uid, fingerprint, content_hash, person, kind, details,
      programme, remarks, births, countries, documents, sex, from_edition)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, source text, uid text,
      fingerprint text, content_hash text, person boolean, kind text, details jsonb, programme text, remarks text, births jsonb,
      countries text[], documents text[], sex text, from_edition uuid)`)
  const names = entries.flatMap((entry, index) =>
    entry.names.map((name) => ({
      ...name,
      sounds: soundPairs(name.folded),
      id: newId(),
      entry_id: rows[index]?.id,
    })),
  )
  await tx.execute(sql`insert into ${listNames} (id, entry_id, quality, name, folded, sounds)
    select * from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as row (id uuid, entry_id uuid, quality text,
      name text, folded text, sounds text[])`)
}
