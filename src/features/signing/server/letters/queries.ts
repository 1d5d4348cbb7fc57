import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { LetterRun, LettersState, ManagerLetter } from '#features/signing/api/letters.ts'
import { letterGaps, templateGaps, type LetterTemplate } from '#features/signing/rules/letter/content.ts'
import { isLetterDone, type LetterOutcome } from '#features/signing/rules/letter/run.ts'
import { letterRunRows, letterRuns } from '#features/signing/schema/letter-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import type { Queries } from '#base/server/db/database.ts'
import { notFound } from '#base/server/domain-error.ts'
import type { Context } from '#base/server/context.ts'
import {
  contentFor,
  draftTemplate,
  fingerprintOf,
  managersWithLetters,
  profileOf,
  publishedTemplate,
  type ManagerRow,
} from './letter-content.ts'

type LetterContext = Pick<Context, 'settings' | 'database'>

/** The template, and the letter of each active wealth manager. */
export async function lettersState({ settings, database: { db } }: LetterContext): Promise<LettersState> {
  const published = await publishedTemplate(db)
  const draft = draftTemplate(settings)
  const managers = await managersWithLetters(db)
  return {
    published: published === undefined ? null : await presentPublished(db, published),
    changed: published === undefined || !isSameTemplate(published.template, draft),
    gaps: templateGaps(draft, settings.firm.values),
    managers: managers.map((row) => presentManager(settings, published?.template ?? draft, row)),
  }
}

/** One manager's letter. @throws DomainError not-found */
export async function managerLetter(
  { settings, database: { db } }: LetterContext,
  id: string,
): Promise<ManagerLetter> {
  const [row] = await managersWithLetters(db, id)
  if (row === undefined) throw notFound()
  const published = await publishedTemplate(db)
  return presentManager(settings, published?.template ?? draftTemplate(settings), row)
}

/** Whether two templates say the same; the database does not preserve the order of fields. */
export function isSameTemplate(one: LetterTemplate, other: LetterTemplate): boolean {
  const ordered = ({ letterFacts, letterText }: LetterTemplate) =>
    JSON.stringify(
      [letterFacts, letterText].map((part) => Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    )
  return ordered(one) === ordered(other)
}

async function presentPublished(
  db: Queries,
  {
    version,
    checkedBy,
    publishedBy,
    publishedAt,
  }: NonNullable<Awaited<ReturnType<typeof publishedTemplate>>>,
) {
  const [user] = await db
    .select({ fullName: users.fullName, username: users.username })
    .from(users)
    .where(eq(users.id, publishedBy))
  return {
    version,
    checkedBy,
    publishedBy: user === undefined ? null : accountName(user),
    publishedAt: publishedAt.toISOString(),
  }
}

function presentManager(
  settings: Context['settings'],
  template: LetterTemplate,
  row: ManagerRow,
): ManagerLetter {
  const content = contentFor(settings, template, row)
  return {
    id: row.id,
    name: accountName(row),
    username: row.username,
    profile: profileOf(row),
    gaps: letterGaps(content).filter(({ at }) => at === 'manager'),
    letter: letterState(row, () => fingerprintOf(content)),
    version: row.version,
    issuedAt: row.issuedAt?.toISOString() ?? null,
    paperOnly: row.paperOnly,
  }
}

function letterState({ documentId, fingerprint }: ManagerRow, today: () => string): ManagerLetter['letter'] {
  if (documentId === null) return 'none'
  if (fingerprint === null) return 'uploaded'
  return fingerprint === today() ? 'current' : 'outdated'
}

/** The progress of the open run that a user started, else of an open one, else of the latest; null before the first. */
export async function letterRun(db: Queries): Promise<LetterRun | null> {
  const { endedAt: ended, isAutomatic, createdAt: created } = letterRuns
  const [run] = await db
    .select()
    .from(letterRuns)
    .orderBy(desc(sql`${ended} is null`), asc(sql`${ended} is null and ${isAutomatic}`), desc(created))
    .limit(1)
  if (run === undefined) return null
  const { outcome, managerId, missing } = letterRunRows
  const rows = await db
    .select({
      managerId,
      name: nameOfUser(managerId),
      outcome: sql<LetterOutcome>`${outcome}`,
      missing: sql<string[]>`coalesce(${missing}, '{}')`,
    })
    .from(letterRunRows)
    .where(and(eq(letterRunRows.runId, run.id), sql`${outcome} is not null`))
    .orderBy(asc(letterRunRows.position))
  const { id, version, total, createdAt, endedAt } = run
  return {
    id,
    version,
    total,
    outcomes: countBy(rows.map((row) => row.outcome)),
    problems: rows.filter((row) => !isLetterDone.has(row.outcome)),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

function countBy(outcomes: readonly LetterOutcome[]): LetterRun['outcomes'] {
  const counts: LetterRun['outcomes'] = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
