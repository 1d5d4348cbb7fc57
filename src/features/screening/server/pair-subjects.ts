import { decryptJson } from '#base/server/db/encrypted-columns.ts'
import { eq, inArray } from 'drizzle-orm'
import { givenNames, isShared, nameKey } from '#features/screening/rules/former-spellings.ts'
import { isSpellingOf, type ScreenedPerson } from '#features/screening/rules/subjects.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { hits } from '#features/screening/schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import type { HitReasons } from './store-hits.ts'
import { fingerprintOf, type Subject } from './subjects.ts'

/**
 * The stored subject of each person: the only one of the role for clients and staff, else one of the same name, else one
 * of another spelling or the same number. Another person is another subject.
 */
export function pairSubjects(
  known: readonly Subject[],
  people: readonly ScreenedPerson[],
): Map<ScreenedPerson, Subject> {
  const pairs = new Map<ScreenedPerson, Subject>()
  const left = new Set(known.filter(({ role, facts }) => !isShared(role, facts)))
  for (const isSame of [hasSameName, hasSpelling]) {
    for (const person of people) {
      if (pairs.has(person)) continue
      const found = [...left].find((subject) => subject.role === person.role && isSame(subject, person))
      if (found === undefined) continue
      pairs.set(person, found)
      left.delete(found)
    }
  }
  return pairs
}

function hasSameName({ role, facts }: Subject, { written }: ScreenedPerson): boolean {
  if (role === 'client' || role === 'staff') return true
  const keys = new Set(written.map(nameKey))
  return givenNames(facts).some((name) => keys.has(nameKey(name)))
}

function hasSpelling({ facts }: Subject, person: ScreenedPerson): boolean {
  return isSpellingOf(facts, person)
}

/**
 * Gives a donor the hits on their name of a subject that was about several donors. What was decided stays decided: the
 * compared pair is the same.
 */
export async function takeSharedHits(
  tx: Transaction,
  keyring: Keyring,
  { id, person, known }: { id: string; person: ScreenedPerson; known: readonly Subject[] },
): Promise<void> {
  const keys = new Set(person.written.map(nameKey))
  for (const { id: sharedId, role, facts, fingerprint } of known) {
    if (!isShared(role, facts) || !keys.isSubsetOf(new Set(facts.written.map(nameKey)))) continue
    const rows = await tx.select().from(hits).where(eq(hits.subjectId, sharedId)).for('update')
    const own = rows.filter((hit) => {
      const { mine } = decryptJson(keyring, hits.features, hit.id, hit.features) as HitReasons
      return keys.has(mine) && hit.subjectFingerprint === fingerprint
    })
    const subjectFingerprint = fingerprintOf(person)
    const ids = own.map((hit) => hit.id)
    if (ids.length > 0)
      await tx.update(hits).set({ subjectId: id, subjectFingerprint }).where(inArray(hits.id, ids))
  }
}
