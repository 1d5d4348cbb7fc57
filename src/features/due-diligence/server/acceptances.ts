import { decryptJson } from '#base/server/db/encrypted-columns.ts'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { PlausibilityCode } from '#features/due-diligence/rules/plausibility.ts'
import type { TaskName, VerificationMethod } from '#features/due-diligence/rules/tasks.ts'
import type { Queries } from '#base/server/db/database.ts'
import { prepareOnce } from '#base/server/db/prepare-once.ts'
import { verifications } from '#features/due-diligence/schema/due-diligence-schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

/** What was implausible when a task was accepted, as it read then, and the amounts that staff read on documents. */
export interface VerificationDetails {
  seen: { code: PlausibilityCode; text: string }[]
  /** Rand. */
  amounts: { documentId: string; amount: number }[]
  /** Where and when an original was seen (yyyy-MM-dd); missing for other methods, and in earlier releases. */
  original?: { where: string; on: string }
}

/** How a task was accepted last. */
export interface Acceptance extends VerificationDetails {
  method: VerificationMethod | null
}

/** How each task was accepted last. */
const findAcceptances = prepareOnce((db) =>
  db
    .selectDistinctOn([verifications.task], {
      id: verifications.id,
      task: verifications.task,
      method: verifications.method,
      details: verifications.details,
    })
    .from(verifications)
    .where(
      and(
        eq(verifications.applicationId, sql.placeholder('applicationId')),
        eq(verifications.result, 'accepted'),
      ),
    )
    .orderBy(asc(verifications.task), desc(verifications.at), desc(verifications.id))
    .prepare('find_acceptances'),
)

/** How each task was accepted last. */
export async function acceptancesOf(
  db: Queries,
  keyring: Keyring,
  ofApplication: string,
): Promise<Map<TaskName, Acceptance>> {
  const found = await findAcceptances(db).execute({ applicationId: ofApplication })
  return new Map(
    found.map(({ id, task, method, details }) => [task, { method, ...detailsIn(keyring, id, details) }]),
  )
}

/** What was stored with a verification; nothing before there was something to store. */
export function detailsIn(keyring: Keyring, id: string, details: string | null): VerificationDetails {
  if (details === null) return { seen: [], amounts: [] }
  // Only `giveVerdict` writes this.
  return decryptJson(keyring, verifications.details, id, details) as VerificationDetails
}
