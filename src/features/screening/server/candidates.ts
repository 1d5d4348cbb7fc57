import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ListedPerson } from '#features/screening/rules/score.ts'
import { countriesOf } from '#features/screening/rules/countries.ts'
import { exchangeDayAndMonth } from '#features/screening/rules/features.ts'
import { rolesComparedWith } from '#features/due-diligence/rules/screened-roles.ts'
import type { EntryKind } from '#features/screening/rules/lists.ts'
import type { SimilarBy } from '#features/screening/rules/similar-by.ts'
import { soundPairs } from '#features/screening/rules/sounds.ts'
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
import { entryHashes } from './document-numbers.ts'
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

interface FoundEntry extends Entry {
  ways: SimilarBy[]
}

/** Sets the similarity of `%` for this transaction. Compiling these short queries would take longer than running them. */
export async function prepareSearch(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`select set_config('pg_trgm.similarity_threshold', ${SIMILARITY}, true), set_config('jit', 'off', true)`,
  )
}

/** The kind of an entry as SQL. */
export const kindOfEntry = sql`coalesce(${listEntries.kind}, case when ${listEntries.person} then 'person' else 'organisation' end)`

/**
 * Entries in force of some kinds that are like a person, with the ways in which they were found: by a similar name, two
 * sounds in common, the same day of birth or the same document number.
 */
export async function entriesLike(
  tx: Transaction,
  { names, births, documents }: Person,
  kinds: readonly EntryKind[],
): Promise<FoundEntry[]> {
  const days = births.flatMap((day) => [day, exchangeDayAndMonth(day)])
  const born = days.map((day) => JSON.stringify([{ day }]))
  const { rows } = await tx.execute<{
    id: string
    ways: SimilarBy[]
  }>(sql`select like_person.id, array_agg(distinct way) ways
    from (select n.entry_id id, 'name' way from unnest(${sql.param(names)}::text[]) mine(folded) join ${listNames} n on n.folded % mine.folded
      union all
      select n.entry_id, 'sound' from ${listNames} n where n.sounds && ${sql.param(names.flatMap(soundPairs))}::text[]
      union all
      select b.id, 'birth' from unnest(${sql.param(born)}::jsonb[]) mine(birth) join ${listEntries} b on b.births @> mine.birth
      union all
      select d.id, 'number' from ${listEntries} d where d.documents && ${sql.param(documents)}::text[]) like_person
    group by like_person.id`)
  const ways = new Map(rows.map((row) => [row.id, row.ways]))
  const entries = await entriesWhere(
    tx,
    sql`${listEntries.id} = any(${sql.param([...ways.keys()])}::uuid[])
        and ${kindOfEntry} = any(${sql.param(kinds)}::text[])
        and ${listEntries.toEdition} is null and ${listEditions.inForceAt} is not null`,
  )
  return entries.map((entry) => ({ ...entry, ways: ways.get(entry.row.id) ?? [] }))
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
    const kind = row.kind ?? (row.person ? 'person' : 'organisation')
    return {
      row,
      listed: { source, kind, names, births, countries: countriesOf(row.countries), documents, sex },
      names: names.map(({ name, quality }) => ({ name, quality })),
    }
  })
}

/**
 * Subjects that are like an entry by what `entriesLike` looks for, and compared with its kind; locked in a fixed order, unless they
 * are only read.
 */
export async function subjectsLike(
  tx: Transaction,
  keyring: Keyring,
  { listed }: Entry,
  { lock = true }: { lock?: boolean } = {},
): Promise<Subject[]> {
  const hashes = entryHashes(keyring, listed)
  const names = listed.names.map(({ folded }) => folded).filter((folded) => folded !== '')
  const like = tx
    .select()
    .from(screeningSubjects)
    .where(
      and(
        inArray(screeningSubjects.role, rolesComparedWith(listed.kind)),
        sql`${screeningSubjects.id} in (
        select s.subject_id from unnest(${sql.param(names)}::text[]) theirs(folded) join ${subjectNames} s on s.folded % theirs.folded
        union
        select s.subject_id from ${subjectNames} s where s.sounds && ${sql.param(names.flatMap(soundPairs))}::text[]
        union
        select d.id from ${screeningSubjects} d where d.document_hashes && ${sql.param(hashes)}::text[])`,
      ),
    )
    .orderBy(screeningSubjects.id)
  const rows = await (lock ? like.for('update') : like)
  return rows.map((row) => decryptSubject(keyring, row))
}
