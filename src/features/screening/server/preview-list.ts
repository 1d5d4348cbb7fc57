import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ListPreview } from '#features/screening/api/lists.ts'
import { stateWhenFound } from '#features/screening/rules/hits.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { hits, listEditions, listEntries, listNames, screeningSubjects } from '#features/screening/schema.ts'
import { notFound } from '#base/server/domain-error.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { entriesById, prepareSearch, subjectsLike, type Entry } from './candidates.ts'
import { changedEntries, ENTRIES_AT_ONCE, matchesOf } from './screen-list-changes.ts'
import type { FoundHit } from './store-hits.ts'

/** At most so many are named. */
const MAX_NAMED = 20
/** A preview answers within this time, also of a list with very many new entries. */
const MAX_MS = 20_000

/**
 * What a loaded list would change, without storing anything: the entries that are gone or lose something, and the people
 * whom the job would find, by the same comparison.
 *
 * @throws DomainError not-found
 */
export async function previewList(
  { context, actor }: CommandContext<Doer, 'database' | 'keyring'>,
  id: string,
): Promise<ListPreview> {
  return context.database.db.transaction(
    async (tx) => {
      const [edition] = await tx.select().from(listEditions).where(eq(listEditions.id, id))
      if (edition === undefined || edition.inForceAt !== null) throw notFound()
      await prepareSearch(tx)
      const opened: FoundHit[] = []
      const until = Date.now() + MAX_MS
      let after: string | null = null
      for (let left = true; left && Date.now() < until;) {
        const rows = await changedEntries(tx, id, after)
        const ids = rows.map((row) => row.id)
        for (const entry of await entriesById(tx, ids))
          opened.push(...(await openedBy(tx, context.keyring, entry)))
        left = rows.length === ENTRIES_AT_ONCE
        after = left ? (rows.at(-1)?.id ?? null) : null
      }
      // Staff do not read of a match about themselves.
      const others = opened.filter(({ subject }) => subject.userId !== actor.userId)
      return {
        gone: await namesOf(tx, edition, edition.removedUids),
        lost: await namesOf(tx, edition, edition.lostUids ?? []),
        matches: others.length,
        people:
          scopeOf(actor.role, 'screening.read') !== 'none' ? await named(tx, others.slice(0, MAX_NAMED)) : [],
        complete: after === null,
      }
    },
    { accessMode: 'read only' },
  )
}

/** The matches with an entry that the job would open. */
async function openedBy(tx: Transaction, keyring: Keyring, entry: Entry): Promise<FoundHit[]> {
  const opened: FoundHit[] = []
  for (const found of matchesOf(entry, await subjectsLike(tx, keyring, entry, { lock: false }))) {
    if (await wouldOpen(tx, found)) opened.push(found)
  }
  return opened
}

/** Whether the job would open a match that is not open now. */
async function wouldOpen(tx: Transaction, { subject, entry: { row } }: FoundHit): Promise<boolean> {
  const pair = and(eq(hits.subjectId, subject.id), eq(hits.source, row.source), eq(hits.uid, row.uid))
  const [known] = await tx.select().from(hits).where(pair)
  const found = { subjectFingerprint: subject.fingerprint, entryFingerprint: row.fingerprint }
  return known?.state !== 'open' && stateWhenFound(known ?? null, found) === 'open'
}

/** The first names of entries in use. */
async function namesOf(
  tx: Transaction,
  { source }: typeof listEditions.$inferSelect,
  uids: readonly string[],
): Promise<string[]> {
  if (uids.length === 0) return []
  const rows = await tx
    .select({
      name: sql<string>`(select n.name from ${listNames} n where n.entry_id = ${listEntries.id} order by n.id limit 1)`,
    })
    .from(listEntries)
    .innerJoin(listEditions, eq(listEditions.id, listEntries.fromEdition))
    .where(
      and(
        eq(listEntries.source, source),
        inArray(listEntries.uid, [...uids]),
        isNull(listEntries.toEdition),
        sql`${listEditions.inForceAt} is not null`,
      ),
    )
    .orderBy(listEntries.uid)
    .limit(MAX_NAMED)
  return rows.map(({ name }) => name)
}

async function named(tx: Transaction, found: readonly FoundHit[]): Promise<ListPreview['people']> {
  if (found.length === 0) return []
  const ids = found.map(({ subject }) => subject.id)
  const rows = await tx
    .select({ id: screeningSubjects.id, name: sql<string>`coalesce(${users.fullName}, ${users.username})` })
    .from(screeningSubjects)
    .leftJoin(applications, eq(applications.id, screeningSubjects.applicationId))
    .innerJoin(users, sql`${users.id} = coalesce(${applications.userId}, ${screeningSubjects.userId})`)
    .where(inArray(screeningSubjects.id, ids))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return found.map(({ subject, entry, score }) => ({
    name: names.get(subject.id) ?? '',
    role: subject.role,
    entry: entry.names[0]?.name ?? entry.row.uid,
    strong: score.strength === 'strong',
  }))
}
