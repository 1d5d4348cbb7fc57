import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { UncheckedApplication } from '#features/review/api/bulk-acts.ts'
import { isOpenCheck, settlementOf, waitsForCorrection } from '#features/review/rules/checks.ts'
import { staffChecksOf } from '#features/applications/rules/warnings.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import type { EncryptedAnswers } from '#features/access/schema/encrypted-answers.ts'
import { settlementsOf, type Reading } from './read.ts'

/** What still has to be reviewed before a decision. */
export type Unchecked = Pick<UncheckedApplication, 'unopenedDocuments' | 'openChecks' | 'toCorrect'>

/**
 * What still has to be reviewed in some applications: unopened documents, open checks, and answers to be corrected.
 *
 * @returns by application id, without those that are fully reviewed
 */
export async function uncheckedOf(
  reading: Reading,
  reader: Doer,
  rows: readonly { id: string; answers: EncryptedAnswers }[],
): Promise<Map<string, Unchecked>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const unopened = await unopenedOf(reading, reader, ids)
  const settlements = await settlementsOf(reading, ids)
  return new Map(
    rows.flatMap(({ id, answers }): [string, Unchecked][] => {
      const checks = staffChecksOf(decryptAnswers(reading.keyring, id, answers)).map((check) => ({
        path: check.path,
        settlement: settlementOf(check, settlements.get(id) ?? []),
      }))
      const unopenedDocuments = unopened.get(id) ?? 0
      const openChecks = checks.filter(isOpenCheck).map(({ path }) => path)
      const toCorrect = checks.filter(waitsForCorrection).map(({ path }) => path)
      const isChecked = unopenedDocuments + openChecks.length + toCorrect.length === 0
      return isChecked ? [] : [[id, { unopenedDocuments, openChecks, toCorrect }]]
    }),
  )
}

/** How many of the current documents of each application the reader has not opened. */
async function unopenedOf(
  { database: { db } }: Reading,
  { userId }: Doer,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const readings = db
    .select({ one: sql`1` })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.objectId, documents.applicationId),
        eq(auditEvents.action, 'document.read'),
        eq(auditEvents.actorId, userId),
        eq(auditEvents.success, true),
        eq(sql`${auditEvents.details} ->> 'documentId'`, sql`${documents.id}::text`),
      ),
    )
  const rows = await db
    .select({ applicationId: documents.applicationId, count: sql<number>`count(*)::int` })
    .from(documents)
    .where(
      and(
        inArray(documents.applicationId, [...ids]),
        isNull(documents.removedAt),
        isNull(documents.supersededBy),
        notExists(readings),
      ),
    )
    .groupBy(documents.applicationId)
  return new Map(rows.map(({ applicationId, count }) => [applicationId ?? '', count]))
}
