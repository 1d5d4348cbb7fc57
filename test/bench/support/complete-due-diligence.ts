import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { inArray } from 'drizzle-orm'
import { basisOf } from '#features/due-diligence/rules/state.ts'
import { HAND_IN_WORDING, taskNames } from '#features/due-diligence/rules/tasks.ts'
import { loadDueDiligence } from '#features/due-diligence/server/load.ts'
import { clientRating } from '#features/due-diligence/server/rating/client-rating.ts'
import { ratingRow } from '#features/due-diligence/server/rating/rate-client.ts'
import { declarations, dueDiligenceTasks } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { newId } from '#base/server/db/id.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { completeDrafts, dueDiligenceOn } from '#test/support/due-diligence.ts'
import type { BenchServer } from './server.ts'

/**
 * Gives clients complete due diligence: six accepted tasks, each with its encrypted declaration, and a rating.
 *
 * @param raterId an admin
 */
export async function completePacks(
  { database: { db }, keyring }: BenchServer['factories'],
  ids: readonly string[],
  raterId: string,
): Promise<void> {
  const rows = await db
    .select()
    .from(applications)
    .where(inArray(applications.id, [...ids]))
  await db
    .update(riskRatings)
    .set({ supersededAt: new Date() })
    .where(inArray(riskRatings.applicationId, [...ids]))
  await db.delete(dueDiligenceTasks).where(inArray(dueDiligenceTasks.applicationId, [...ids]))
  for (const { id: applicationId, userId, answers } of rows) {
    const known = decryptAnswers(keyring, applicationId, answers)
    const of = taskNames.map((task) => ({ id: newId(), applicationId, task, version: 1 }))
    await db.insert(dueDiligenceTasks).values(of.map((one) => ({ ...one, state: 'accepted' as const })))
    await db.insert(declarations).values(
      of.map(({ task, ...one }) => {
        const content = JSON.stringify({ draft: completeDrafts[task], basis: basisOf(task, known) })
        return {
          ...one,
          task,
          content: encrypt(keyring, declarations.content, one.id, content),
          wording: HAND_IN_WORDING,
          madeAt: new Date(),
          madeBy: userId,
        }
      }),
    )
    const loading = { keyring, settings: dueDiligenceOn, database: { db } }
    const found = await loadDueDiligence(loading, { id: applicationId, answers: known }, new Date())
    const { inForce: model, facts, now: rating } = await clientRating(db, keyring, found)
    const by = { applicationId, by: raterId, at: new Date() }
    await db.insert(riskRatings).values(ratingRow(keyring, by, { model, facts, judgement: {}, rating }))
  }
}
