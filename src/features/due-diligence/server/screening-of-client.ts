import type { ScreeningFact } from '#features/due-diligence/rules/rating/facts.ts'
import { screenedPeople } from '#features/screening/rules/subjects.ts'
import { normalNumber } from '#features/screening/server/document-numbers.ts'
import { screeningOf, type ScreeningState } from '#features/screening/server/state.ts'
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

/** The result of screening that a rating rests on. */
export function screeningFact({ on, undecided, confirmed }: ScreeningState): ScreeningFact {
  if (!on) return null
  if (undecided > 0) return 'undecided'
  return confirmed.length > 0 ? 'match' : 'clear'
}
