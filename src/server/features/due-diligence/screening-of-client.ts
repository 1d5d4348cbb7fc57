import type { ScreeningFact } from '#domain/risk-rating/facts.ts'
import { screenedPeople } from '#domain/screening/subjects.ts'
import { normalNumber } from '#server/features/screening/document-numbers.ts'
import { screeningOf, type ScreeningState } from '#server/features/screening/state.ts'
import { accountNameOf } from '#server/features/screening/subjects.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { DueDiligence } from './load.ts'

/** What screening knows of a client, by what was declared. */
export async function screeningOfClient(
  db: Queries,
  { applicationId, declaredAround: { answers, drafts } }: DueDiligence,
): Promise<ScreeningState> {
  const accountName = await accountNameOf(db, applicationId)
  const people = screenedPeople({ answers, drafts, accountName }, normalNumber)
  return screeningOf(db, { applicationId, people })
}

/** The result of screening that a rating rests on. */
export function screeningFact({ on, undecided, confirmed }: ScreeningState): ScreeningFact {
  if (!on) return null
  if (undecided > 0) return 'undecided'
  return confirmed.length > 0 ? 'match' : 'clear'
}
