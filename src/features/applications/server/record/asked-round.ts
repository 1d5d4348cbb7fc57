import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { isKindOpen, openPaths } from '#features/applications/rules/round/open-paths.ts'
import { subjectLabel, type Subject } from '#features/applications/rules/round/subjects.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { prepareOnce } from '#base/server/db/prepare-once.ts'
import { rowsAsJson } from '#base/server/db/rows-as-json.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { decryptItem, type CorrectionItem } from './encrypted-items.ts'

export type RoundRow = typeof correctionRounds.$inferSelect

/** A correction request with its items, in order. */
export interface Round {
  round: RoundRow
  items: CorrectionItem[]
}

const asked = and(eq(correctionRounds.applicationId, applications.id), eq(correctionRounds.state, 'asked'))

/** Whether a request waits for the client, as a column of a query on applications. */
export const isAskedColumn = sql<boolean>`exists (select from ${correctionRounds} where ${asked})`

/**
 * Separate from the application query: few applications have a request, and reading it costs as much as the
 * application.
 */
const findAskedRound = prepareOnce((db) =>
  db
    .select({
      rounds: rowsAsJson(correctionRounds, asked, sql`${correctionRounds.id}`),
      items: rowsAsJson(
        correctionItems,
        sql`${correctionItems.roundId} in (select ${correctionRounds.id} from ${correctionRounds} where ${asked})`,
        sql`${correctionItems.createdAt}, ${correctionItems.id}`,
      ),
    })
    .from(applications)
    .where(eq(applications.id, sql.placeholder('applicationId')))
    .prepare('find_asked_round'),
)

/** All correction requests of an application including the draft, oldest first. */
export function roundsOf(db: Queries, keyring: Keyring, applicationId: string): Promise<Round[]> {
  return roundsOfEach(db, keyring, [applicationId])
}

/** The same for several applications. */
export async function roundsOfEach(
  db: Queries,
  keyring: Keyring,
  applicationIds: readonly string[],
): Promise<Round[]> {
  const rounds = await db
    .select()
    .from(correctionRounds)
    .where(inArray(correctionRounds.applicationId, [...applicationIds]))
    .orderBy(asc(correctionRounds.createdAt), asc(correctionRounds.id))
  if (rounds.length === 0) return []
  const items = await db
    .select()
    .from(correctionItems)
    .where(
      inArray(
        correctionItems.roundId,
        rounds.map(({ id }) => id),
      ),
    )
    .orderBy(asc(correctionItems.createdAt), asc(correctionItems.id))
  return rounds.map((round) => ({
    round,
    items: items.filter(({ roundId }) => roundId === round.id).map((row) => decryptItem(keyring, row)),
  }))
}

/** The request that waits for the client; null for none. */
export async function askedRoundOf(
  db: Queries,
  keyring: Keyring,
  applicationId: string,
): Promise<Round | null> {
  const [found] = await findAskedRound(db).execute({ applicationId })
  const [round] = found?.rounds ?? []
  if (found === undefined || round === undefined) return null
  return { round, items: found.items.map((row) => decryptItem(keyring, row)) }
}

const subjectsOf = ({ items }: Round): Subject[] => items.map(({ subject }) => subject)

/** The paths that can be changed while a request waits for the client. */
export function openIn(round: Round): string[] {
  return openPaths(subjectsOf(round))
}

/** Whether a request accepts files of a kind, for an item or additionally. */
export function takesKind(round: Round, kind: DocumentKindName | undefined): boolean {
  const ofItems = subjectsOf(round).flatMap((subject) => {
    if (subject.kind === 'document') return subject.documentKind
    return subject.kind === 'additional' ? ('additional' as const) : []
  })
  if (kind === undefined) return ofItems.length > 0
  return ofItems.includes(kind) || isKindOpen(kind, openIn(round))
}

/** The error for a change of something that was not requested. */
export function notAskedFor(round: Round, paths: readonly string[] = []): DomainError {
  const labels = subjectsOf(round).map(subjectLabel).join(', ')
  return new DomainError('conflict', `You can only change what we asked for: ${labels}.`, {
    code: 'not-open',
    errors: paths.map((path) => ({ path, message: 'We haven’t asked you to change this.' })),
  })
}
