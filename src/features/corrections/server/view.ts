import { and, eq } from 'drizzle-orm'
import type { Corrections, RoundView } from '#features/corrections/api.ts'
import { answersOf } from '#features/applications/rules/round/done.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { roundsOf, type Round } from '#features/applications/server/record/asked-round.ts'
import type { CorrectionItem } from '#features/applications/server/record/encrypted-items.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { presentItem } from '#features/wizard/server/present-asked-round.ts'
import type { ApplicationView } from '#features/wizard/server/queries.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applications } from '#features/access/schema/tables.ts'
import { storedDocumentsOf, type DocumentRow } from '#features/documents/server/queries.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { notFound } from '#base/server/domain-error.ts'

/** Data shown beside an item: the current answers, and all stored files. */
interface ItemContext {
  answers: Answers
  documents: readonly DocumentRow[]
}

/**
 * The correction requests of an application, and the draft request.
 *
 * @throws DomainError not-found for an application that is missing or out of the reader's scope
 */
export async function correctionsOf(
  { database: { db }, keyring }: Pick<Context, 'keyring'> & { database: { db: Queries } },
  id: string,
  reader: Actor,
): Promise<Corrections> {
  const action: Action = 'application.review'
  const [application] = await db
    .select({ answers: applications.answers })
    .from(applications)
    .where(and(eq(applications.id, id), inScope(reader, action)))
  if (application === undefined) throw notFound()
  const around = {
    answers: decryptAnswers(keyring, id, application.answers),
    documents: await storedDocumentsOf(db, id),
  }
  const rounds = await roundsOf(db, keyring, id)
  const draft = rounds.find(({ round }) => round.state === 'draft')
  return {
    basket: draft?.items.map((item) => presentJudged(keyring, item, around)) ?? [],
    rounds: sentRounds(keyring, rounds, around),
  }
}

/** The correction requests of a client, the latest first, without internal marks of staff. */
export async function roundsOfClient(
  { database: { db }, keyring }: Pick<Context, 'database' | 'keyring'>,
  { application, storedDocuments }: Pick<ApplicationView, 'application' | 'storedDocuments'>,
): Promise<RoundView[]> {
  const around = { answers: application.answers, documents: storedDocuments }
  const rounds = sentRounds(keyring, await roundsOf(db, keyring, application.id), around)
  return rounds.map((round) => ({
    ...round,
    items: round.items.map((item) => ({ ...item, verdict: null })),
  }))
}

/** The latest first. */
function sentRounds(keyring: Keyring, rounds: readonly Round[], around: ItemContext): RoundView[] {
  return rounds
    .filter(({ round }) => round.state !== 'draft')
    .toReversed()
    .map((round) => presentRound(keyring, round, around))
}

function presentJudged(keyring: Keyring, item: CorrectionItem, { answers, documents }: ItemContext) {
  return {
    ...presentItem(keyring, item, documents),
    after: item.after ?? answersOf(item.subject, answers),
    verdict: item.verdict,
  }
}

/** A correction request as shown to staff. */
function presentRound(keyring: Keyring, { round, items }: Round, around: ItemContext): RoundView {
  const { id, number, state, openedBy, askedAt, dueOn, answeredAt, closedAt, reminders } = round
  return {
    id,
    number,
    state,
    openedByClient: openedBy === 'client',
    askedAt: askedAt?.toISOString() ?? null,
    dueOn,
    answeredAt: answeredAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    reminders,
    items: items.map((item) => presentJudged(keyring, item, around)),
  }
}
