import { inArray } from 'drizzle-orm'
import { basisOf } from '#domain/due-diligence/state.ts'
import { HAND_IN_WORDING, taskNames } from '#domain/due-diligence/tasks.ts'
import { encryptColumn } from '#server/features/due-diligence/encrypted-text.ts'
import { declarations, dueDiligenceTasks } from '#server/platform/db/due-diligence-schema.ts'
import { newId } from '#server/platform/db/id.ts'
import { applications } from '#server/platform/db/schema.ts'
import { decryptAnswers } from '#server/shared/application-record/encrypted-answers.ts'
import { completeDrafts } from '#test/support/due-diligence.ts'
import type { BenchServer } from './server.ts'

/** Gives clients complete due diligence: six accepted tasks, each with its encrypted declaration. */
export async function completePacks(
  { database: { db }, keyring }: BenchServer['factories'],
  ids: readonly string[],
): Promise<void> {
  const rows = await db
    .select()
    .from(applications)
    .where(inArray(applications.id, [...ids]))
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
          content: encryptColumn(keyring, ['declarations', one.id, 'content'], content),
          wording: HAND_IN_WORDING,
          madeAt: new Date(),
          madeBy: userId,
        }
      }),
    )
  }
}
