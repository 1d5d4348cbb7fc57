import type { ScreeningFact } from '#features/due-diligence/rules/rating/facts.ts'
import { isDone } from '#base/rules/check-state.ts'
import { screenedPeople } from '#features/screening/rules/subjects.ts'
import { normalNumber } from '#features/screening/server/document-numbers.ts'
import { isAboutClient, screeningOf, type ScreeningState } from '#features/screening/server/state.ts'
import { accountNameOf } from '#features/screening/server/subjects.ts'
import type { Queries } from '#base/server/db/database.ts'
import type { DueDiligence } from './load.ts'

/** What screening knows of a client, by what was declared. */
export async function screeningOfClient(
  db: Queries,
  { applicationId, declaredAround: { answers, drafts }, listMaxDays: maxDays, now }: DueDiligence,
): Promise<ScreeningState> {
  const accountName = await accountNameOf(db, applicationId)
  const people = screenedPeople({ answers, drafts, accountName }, normalNumber)
  return screeningOf(db, { applicationId, people }, { now, maxDays })
}

/** The result of screening that a rating rests on: clear only where everyone was compared with every list in use. */
export function screeningFact({ comparison, undecided, confirmed }: ScreeningState): ScreeningFact {
  if (undecided > 0) return 'undecided'
  const ofClient = confirmed.filter(isAboutClient)
  if (ofClient.some(({ kind }) => kind === 'sanction')) return 'match'
  if (ofClient.some(({ kind }) => kind === 'exposed')) return 'exposed'
  if (confirmed.some((one) => !isAboutClient(one) && one.kind !== 'internal')) return 'related'
  if (confirmed.length > 0) return 'internal'
  return isDone(comparison) ? 'clear' : null
}
