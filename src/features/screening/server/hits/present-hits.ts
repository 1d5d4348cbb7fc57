import { decrypt, decryptJson } from '#base/server/db/encrypted-columns.ts'
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Hit } from '#features/screening/api/screening.ts'
import type { ListedBirth } from '#features/screening/rules/lists.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { entriesById, type Entry } from '#features/screening/server/candidates.ts'
import { versionOf, type HitReasons } from '#features/screening/server/store-hits.ts'
import { isNotAbout } from '#features/screening/server/staff-subject.ts'
import { decryptSubject, ofOwner, type Owner } from '#features/screening/server/subjects.ts'
import type { DatabaseConnection, Queries } from '#base/server/db/database.ts'
import { approvals } from '#features/approvals/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { readRows } from '#base/server/lists/read-rows.ts'
import { byColumn, paginate, type ListOrders, type Page } from '#base/server/lists/paginate.ts'

interface Loading {
  keyring: Keyring
  database: { db: Queries }
}

const clients = alias(users, 'clients')
const deciders = alias(users, 'deciders')
const askers = alias(users, 'askers')

/** Possible matches with whom they are about, who decided, and the open request to a second person. */
export function selectHits(db: Queries) {
  return db
    .select({
      hit: hits,
      subject: screeningSubjects,
      clientName: clients.fullName,
      decidedByName: sql<string | null>`coalesce(${deciders.fullName}, ${deciders.username})`,
      approvalId: approvals.id,
      request: approvals,
      askedByName: sql<string>`coalesce(${askers.fullName}, ${askers.username})`,
    })
    .from(hits)
    .innerJoin(screeningSubjects, eq(screeningSubjects.id, hits.subjectId))
    .leftJoin(applications, eq(applications.id, hits.applicationId))
    .innerJoin(clients, sql`${clients.id} = coalesce(${applications.userId}, ${screeningSubjects.userId})`)
    .leftJoin(deciders, eq(deciders.id, hits.decidedBy))
    .leftJoin(approvals, and(eq(approvals.object, hits.id), isNull(approvals.decision)))
    .leftJoin(askers, eq(askers.id, approvals.askedBy))
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectHits>>[number]

function birthText({ from, to, day, about }: ListedBirth): string {
  const text = day !== undefined ? formatDay(day) : from === to ? String(from) : `${from} to ${to}`
  return about === true ? `about ${text}` : text
}

function present(
  keyring: Keyring,
  { hit, subject: subjectRow, request, askedByName, ...names }: Selected,
  { entry, withdrawn }: { entry: Entry | undefined; withdrawn: Hit['withdrawn'] },
): Hit {
  const { id, applicationId, state, source, uid, score, strong } = hit
  const { facts, role } = decryptSubject(keyring, subjectRow)
  const reasons = decryptJson(keyring, hits.features, id, hit.features) as HitReasons
  return {
    id,
    applicationId,
    staffId: subjectRow.userId,
    ...names,
    state,
    source,
    uid,
    score,
    strong,
    foundAt: hit.foundAt.toISOString(),
    notFoundBecause: hit.notFoundBecause,
    lift: presentLift(keyring, request, askedByName),
    ...reasons,
    subject: {
      id: subjectRow.id,
      role,
      names: facts.written,
      births: [...facts.person.births],
      countries: [...facts.person.countries],
      hasNumber: facts.person.documents.length > 0,
    },
    entry: {
      names: entry?.names ?? [],
      births: (entry?.row.births ?? []).map(birthText),
      countries: entry?.row.countries ?? [],
      documents: entry?.row.documents ?? [],
      programme: entry?.row.programme ?? '',
      remarks: entry?.row.remarks ?? '',
      details: entry?.row.details ?? {},
    },
    verdict: hit.verdict,
    reason: hit.reason,
    words: hit.words === null ? null : String(decryptJson(keyring, hits.words, id, hit.words)),
    decidedBy: hit.decidedBy,
    decidedAt: hit.decidedAt?.toISOString() ?? null,
    withdrawn,
    version: versionOf(hit),
  }
}

function presentLift(
  keyring: Keyring,
  request: typeof approvals.$inferSelect | null,
  askedByName: string,
): Hit['lift'] {
  if (request === null || request.lift === null) return null
  const { id, lift, askedBy, askedWords, lapsesAt } = request
  const words = decrypt(keyring, approvals.askedWords, id, askedWords) ?? ''
  return { reason: lift, askedBy, askedByName, words, lapsesAt: lapsesAt.toISOString() }
}

async function presentAll({ keyring, database: { db } }: Loading, rows: readonly Selected[]): Promise<Hit[]> {
  const entries = await entriesById(db, [...new Set(rows.map(({ hit }) => hit.entryId))])
  const byId = new Map(entries.map((entry) => [entry.row.id, entry]))
  const withdrawn = await withdrawnRequests(
    db,
    rows.map(({ hit }) => hit.id),
  )
  return rows.map((row) =>
    present(keyring, row, {
      entry: byId.get(row.hit.entryId),
      withdrawn: withdrawn.get(row.hit.id) ?? null,
    }),
  )
}

/** The last requests about hits, where these were withdrawn. */
async function withdrawnRequests(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, NonNullable<Hit['withdrawn']>>> {
  const last = await db
    .selectDistinctOn([approvals.object], {
      id: approvals.object,
      because: approvals.withdrawnBecause,
      at: approvals.decidedAt,
      askedByName: sql<string>`coalesce(${users.fullName}, ${users.username})`,
    })
    .from(approvals)
    .innerJoin(users, eq(users.id, approvals.askedBy))
    .where(inArray(approvals.object, [...ids]))
    .orderBy(approvals.object, desc(approvals.askedAt), desc(approvals.id))
  return new Map(
    last.flatMap(({ id, because, at, askedByName }) =>
      because === null || at === null ? [] : [[id, { askedByName, at: at.toISOString(), because }]],
    ),
  )
}

/** Hits by their ids, or all of an application or a member of staff, newest first. */
export async function hitsOf(loading: Loading, of: { ids: readonly string[] } | Owner): Promise<Hit[]> {
  const where = 'ids' in of ? inArray(hits.id, [...of.ids]) : ofOwner(of)
  return presentAll(
    loading,
    await selectHits(loading.database.db).where(where).orderBy(desc(hits.foundAt), desc(hits.id)),
  )
}

const oldestFirst: ListOrders<'foundAt', 'foundAt' | 'id'> = {
  name: 'this list',
  keys: { foundAt: byColumn(hits.foundAt), id: byColumn(hits.id) },
  orders: { foundAt: ['foundAt'] },
  unique: 'id',
}

/** Confirmed matches about which something is to be done: no longer found, or to be lifted. */
export const isMatchToReview = sql`(${hits.state} = 'match' and (${hits.notFoundBecause} is not null
  or exists (select from ${approvals} lifting where lifting.object = ${hits.id} and lifting.kind = 'match-lifted'
    and lifting.decision is null)))`

/**
 * The hits that are not decided, and the confirmed matches to review, oldest first, without those of the actor.
 */
export async function listUndecidedHits(
  loading: Loading & { database: Pick<DatabaseConnection, 'pool'> },
  { actor, limit, cursor }: { actor: Doer; limit: number; cursor?: string | undefined },
): Promise<Page<Hit>> {
  const { db } = loading.database
  const undecided = and(
    or(sql`${hits.state} in ('open', 'waiting')`, isMatchToReview),
    isNotAbout(actor, hits.subjectId),
  )
  const request = { sort: 'foundAt', direction: 'asc', limit, cursor } as const
  return paginate(oldestFirst, request, {
    async read({ where, orderBy, limit: rows, values, shape }) {
      const listed = await readRows(
        loading.database,
        `hits ${actor.userId} ${shape}`,
        () =>
          db
            .select({ id: hits.id, foundAt: hits.foundAt })
            .from(hits)
            .where(and(undecided, where))
            .orderBy(...orderBy)
            .limit(rows),
        values,
      )
      const found = new Map(
        (await hitsOf(loading, { ids: listed.map(({ id }) => id) })).map((hit) => [hit.id, hit]),
      )
      // One that was decided in between may be gone.
      return listed.flatMap((row) => {
        const hit = found.get(row.id)
        return hit === undefined ? [] : [{ ...row, hit }]
      })
    },
    present: ({ hit }) => hit,
    count: () => db.$count(hits, undecided),
  })
}
