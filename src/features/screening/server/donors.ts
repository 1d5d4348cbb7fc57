import { decryptJson } from '#base/server/db/encrypted-columns.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { nameKey, type ScreenedPerson } from '#features/screening/rules/subjects.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { hits, screeningSubjects, subjectNames } from '#features/screening/schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import type { HitReasons } from './store-hits.ts'
import { decryptSubject, fingerprintOf, type SubjectRow } from './subjects.ts'

/** Whether a stored subject is this person: by role, and donors by their name as well. */
export function isSamePerson(keyring: Keyring, row: SubjectRow, { role, written }: ScreenedPerson): boolean {
  if (row.role !== role) return false
  if (role !== 'donor') return true
  const keys = donorsIn(keyring, row)
  return keys.size === 1 && keys.isSubsetOf(new Set(written.map(nameKey)))
}

function donorsIn(keyring: Keyring, row: SubjectRow): Set<string> {
  return new Set(decryptSubject(keyring, row).facts.written.map(nameKey))
}

/** Applications whose donors were stored as one subject, before each had their own. */
export const withSharedDonors = sql`(select shared.application_id
  from ${screeningSubjects} shared join ${subjectNames} n on n.subject_id = shared.id
  where shared.role = 'donor' group by shared.id having count(*) > 1)`

/**
 * Gives a donor the hits on their name of a subject that was about several donors. What was decided stays decided: the
 * compared pair is the same.
 */
export async function takeSharedHits(
  tx: Transaction,
  keyring: Keyring,
  { id, person, known }: { id: string; person: ScreenedPerson; known: readonly SubjectRow[] },
): Promise<void> {
  const keys = new Set(person.written.map(nameKey))
  for (const shared of known) {
    if (shared.role !== 'donor' || !keys.isSubsetOf(donorsIn(keyring, shared))) continue
    const rows = await tx.select().from(hits).where(eq(hits.subjectId, shared.id)).for('update')
    const own = rows.filter((hit) => {
      const { mine } = decryptJson(keyring, hits.features, hit.id, hit.features) as HitReasons
      return keys.has(mine) && hit.subjectFingerprint === shared.fingerprint
    })
    const subjectFingerprint = fingerprintOf(person)
    const ids = own.map((hit) => hit.id)
    if (ids.length > 0)
      await tx.update(hits).set({ subjectId: id, subjectFingerprint }).where(inArray(hits.id, ids))
  }
}
