import { decryptJson } from '#base/server/db/encrypted-columns.ts'
import { asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Hit } from '#features/screening/api/screening.ts'
import { heldAgainst } from '#features/screening/rules/held-against.ts'
import type { EntryKind, ListSource } from '#features/screening/rules/lists.ts'
import type { ComparableFact, SimilarBy } from '#features/screening/rules/similar-by.ts'
import type { Thresholds } from '#features/screening/rules/thresholds.ts'
import { hitsOf } from '#features/screening/server/hits/present-hits.ts'
import type { Nearest, ScreeningDetails } from '#features/screening/server/screen-subject.ts'
import { decryptSubject, ofOwner, type Owner, type Subject } from '#features/screening/server/subjects.ts'
import type { Queries } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { hits, listEditions, listEntries, screenings, screeningSubjects } from '#features/screening/schema.ts'
import type { Context } from '#base/server/context.ts'

type EditionRow = typeof listEditions.$inferSelect

/** A list as it was in force. */
export interface FiledEdition {
  source: ListSource
  /** The list's own date. */
  generatedOn: string
  sha256: string
  /** As they were uploaded; empty for lists of earlier releases. */
  files: { name: string; sha256: string }[]
  entries: number
  /** Null for lists of earlier releases. */
  kinds: Record<EntryKind, number> | null
  inForceAt: Date | null
}

/** A comparison of a person with the lists in force. */
export interface FiledScreening {
  at: Date
  /** Null for the job. */
  askedByName: string | null
  editions: FiledEdition[]
  matcher: number
  candidates: number
  hits: number
  ruledOut: number
  /** The names that were compared. */
  names: string[]
  /** How many entries were found in each way; null for early comparisons. */
  ways: Record<SimilarBy, number> | null
  /** What was compared; empty for early comparisons. */
  by: ComparableFact[]
  /** The nearest that are no possible match, with the reasons. */
  nearest: Nearest[]
  /** Scores from which an entry was a hit; null for early comparisons. */
  thresholds: Thresholds | null
}

/** Someone who was compared with lists. */
export interface FiledSubject extends Pick<Subject, 'id' | 'role' | 'unreadable' | 'facts'> {
  /** Not for someone who no longer acts or pays for the client, or has left the firm. */
  current: boolean
  /** Oldest first. */
  heldAgainst: { edition: FiledEdition; at: Date; with: 'list' | 'changes' }[]
  /** Oldest first, also those without a hit. */
  screenings: FiledScreening[]
}

/** A possible match with its decision. */
export interface FiledHit extends Hit {
  /** The second person who decided. */
  secondByName: string | null
  /** The edition with the entry that was compared. */
  edition: FiledEdition
}

/** All that was compared with lists for a client, or of a member of staff. */
export interface ScreeningRecord {
  subjects: FiledSubject[]
  hits: FiledHit[]
}

/** Reads who was compared with which editions of which lists, with all hits and decisions. */
export async function screeningRecordOf(context: Context, owner: Owner): Promise<ScreeningRecord> {
  const { keyring, database } = context
  const { db } = database
  const subjects = await db
    .select()
    .from(screeningSubjects)
    .where(ofOwner(owner))
    .orderBy(asc(screeningSubjects.id))
  const runs = await screeningsOf(
    db,
    subjects.map(({ id }) => id),
  )
  const known = await db.select().from(listEditions).where(isNotNull(listEditions.inForceAt))
  const editions = new Map(known.map((row) => [row.id, row]))
  return {
    subjects: subjects.map((row) => {
      const { id, role, unreadable, facts } = decryptSubject(keyring, row)
      const own = runs.filter(({ screening }) => screening.subjectId === id)
      return {
        id,
        role,
        unreadable,
        facts,
        current: row.fingerprint !== '',
        heldAgainst: comparedWith(
          own.map(({ screening }) => screening),
          known,
        ),
        screenings: own.map((run) => filedScreening(context, run, editions)),
      }
    }),
    hits: await filedHits(context, owner, editions),
  }
}

function screeningsOf(db: Queries, subjectIds: readonly string[]) {
  return db
    .select({
      screening: screenings,
      askedByName: sql<string | null>`coalesce(${users.fullName}, ${users.username})`,
    })
    .from(screenings)
    .leftJoin(users, eq(users.id, screenings.askedBy))
    .where(inArray(screenings.subjectId, [...subjectIds]))
    .orderBy(asc(screenings.at), asc(screenings.id))
}

function comparedWith(compared: Parameters<typeof heldAgainst>[0], known: readonly EditionRow[]) {
  const inForce = known.flatMap(({ id, inForceAt, screenedAt }) =>
    inForceAt === null ? [] : [{ id, inForceAt, screenedAt }],
  )
  return heldAgainst(compared, inForce).flatMap(({ edition: id, ...rest }) => {
    const edition = known.find((one) => one.id === id)
    return edition === undefined ? [] : [{ edition: filedEdition(edition), ...rest }]
  })
}

function filedEdition({
  source,
  generatedOn,
  sha256,
  files,
  entries,
  kinds,
  inForceAt,
}: EditionRow): FiledEdition {
  return { source, generatedOn, sha256, files: files ?? [], entries, kinds, inForceAt }
}

function filedScreening(
  { keyring }: Context,
  { screening, askedByName }: Awaited<ReturnType<typeof screeningsOf>>[number],
  editions: ReadonlyMap<string, EditionRow>,
): FiledScreening {
  const { id, at, matcher, candidates, hits: found, ruledOut } = screening
  // Only `screenSubject` writes these.
  const details = decryptJson(keyring, screenings.details, id, screening.details) as ScreeningDetails
  return {
    at,
    askedByName,
    matcher,
    candidates,
    hits: found,
    ruledOut,
    editions: screening.editions.flatMap((edition) => {
      const row = editions.get(edition)
      return row === undefined ? [] : [filedEdition(row)]
    }),
    names: details.written,
    ways: details.ways ?? null,
    by: details.by ?? [],
    nearest: details.ruledOut,
    thresholds: details.thresholds ?? null,
  }
}

async function filedHits(
  context: Context,
  owner: Owner,
  editions: ReadonlyMap<string, EditionRow>,
): Promise<FiledHit[]> {
  const rows = await context.database.db
    .select({
      id: hits.id,
      edition: listEntries.fromEdition,
      secondByName: sql<string | null>`coalesce(${users.fullName}, ${users.username})`,
    })
    .from(hits)
    .innerJoin(screeningSubjects, eq(screeningSubjects.id, hits.subjectId))
    .innerJoin(listEntries, eq(listEntries.id, hits.entryId))
    .leftJoin(users, eq(users.id, hits.secondBy))
    .where(ofOwner(owner))
  const presented = await hitsOf(context, owner)
  return presented.flatMap((hit) => {
    const row = rows.find(({ id }) => id === hit.id)
    const edition = row === undefined ? undefined : editions.get(row.edition)
    if (row === undefined || edition === undefined) return []
    return [{ ...hit, secondByName: row.secondByName, edition: filedEdition(edition) }]
  })
}
