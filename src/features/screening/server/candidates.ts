import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ListedPerson } from '#features/screening/rules/score.ts'
import { countriesOf } from '#features/screening/rules/countries.ts'
import type { Person } from '#features/screening/rules/score.ts'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import {
  listEditions,
  listEntries,
  listNames,
  screeningSubjects,
  subjectNames,
} from '#features/screening/schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
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
  return entriesWhere(
    tx,
    sql`${listEntries.id} in (
          select n.entry_id from unnest(${sql.param(names)}::text[]) mine(folded) join ${listNames} n on n.folded % mine.folded
          union
          select d.id from ${listEntries} d where d.documents && ${sql.param(documents)}::text[])
        and ${listEntries.person} and ${listEntries.toEdition} is null and ${listEditions.inForceAt} is not null`,
  )
}

/** Entries with their names. */
export async function entriesById(db: Queries, ids: readonly string[]): Promise<Entry[]> {
  return ids.length === 0 ? [] : entriesWhere(db, inArray(listEntries.id, [...ids]))
}

type StoredName = Pick<typeof listNames.$inferSelect, 'name' | 'folded' | 'quality'>

async function entriesWhere(db: Queries, condition: SQL): Promise<Entry[]> {
  const rows = await db
    .select({
      row: listEntries,
      names: sql<
        StoredName[]
      >`(select jsonb_agg(jsonb_build_object('name', n.name, 'folded', n.folded, 'quality', n.quality)
        order by n.id) from ${listNames} n where n.entry_id = ${listEntries.id})`,
    })
    .from(listEntries)
    .innerJoin(listEditions, eq(listEditions.id, listEntries.fromEdition))
    .where(condition)
  return rows.map(({ row, names }) => {
    const { source, births, documents, sex } = row
    return {
      row,
      listed: { source, names, births, countries: countriesOf(row.countries), documents, sex },
      names: names.map(({ name, quality }) => ({ name, quality })),
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
