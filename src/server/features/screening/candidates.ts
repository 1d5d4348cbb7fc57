import { inArray, sql } from 'drizzle-orm'
import type { ListedPerson } from '#domain/screening/score.ts'
import { countriesOf } from '#domain/screening/countries.ts'
import type { Person } from '#domain/screening/score.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import {
  listEditions,
  listEntries,
  listNames,
  screeningSubjects,
  subjectNames,
} from '#server/platform/db/screening-schema.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { numberHashes } from './document-numbers.ts'
import { decryptSubject, type Subject } from './subjects.ts'

/** Names with at least this trigram similarity are scored: the same from both directions. */
const SIMILARITY = '0.3'

export type EntryRow = typeof listEntries.$inferSelect

/** An entry with what is compared. */
export interface Entry {
  row: EntryRow
  listed: ListedPerson
  names: { name: string; quality: 'primary' | 'strong' | 'weak' }[]
}

/** Sets the similarity of `%` for this transaction. Compiling these short queries would take longer than running them. */
export async function prepareSearch(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`select set_config('pg_trgm.similarity_threshold', ${SIMILARITY}, true), set_config('jit', 'off', true)`,
  )
}

/** Entries in force with a name similar to a person's, or with their document number. */
export async function entriesLike(tx: Transaction, { names, documents }: Person): Promise<Entry[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select e.id from ${listEntries} e
      join ${listEditions} f on f.id = e.from_edition
      where e.id in (
          select n.entry_id from unnest(${sql.param(names)}::text[]) mine(folded) join ${listNames} n on n.folded % mine.folded
          union
          select d.id from ${listEntries} d where d.documents && ${sql.param(documents)}::text[])
        and e.person and e.to_edition is null and f.in_force_at is not null`)
  return entriesById(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Entries with their names. */
export async function entriesById(db: Queries, ids: readonly string[]): Promise<Entry[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(listEntries)
    .where(inArray(listEntries.id, [...ids]))
  const names = await db
    .select()
    .from(listNames)
    .where(inArray(listNames.entryId, [...ids]))
  const byEntry = Map.groupBy(names, ({ entryId }) => entryId)
  return rows.map((row) => {
    const own = byEntry.get(row.id) ?? []
    const { source, births, documents, sex } = row
    return {
      row,
      listed: { source, names: own, births, countries: countriesOf(row.countries), documents, sex },
      names: own.map(({ name, quality }) => ({ name, quality })),
    }
  })
}

/** Subjects with a name similar to an entry's, or with its document number; locked in a fixed order. */
export async function subjectsLike(tx: Transaction, keyring: Keyring, { listed }: Entry): Promise<Subject[]> {
  const hashes = listed.documents.flatMap((number) => numberHashes(keyring, number))
  const names = listed.names.map(({ folded }) => folded).filter((folded) => folded !== '')
  const rows = await tx
    .select()
    .from(screeningSubjects)
    .where(
      sql`${screeningSubjects.id} in (
        select s.subject_id from unnest(${sql.param(names)}::text[]) theirs(folded) join ${subjectNames} s on s.folded % theirs.folded
        union
        select d.id from ${screeningSubjects} d where d.document_hashes && ${sql.param(hashes)}::text[])`,
    )
    .orderBy(screeningSubjects.id)
    .for('update')
  return rows.map((row) => decryptSubject(keyring, row))
}
