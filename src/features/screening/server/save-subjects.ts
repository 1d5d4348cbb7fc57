import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { eq } from 'drizzle-orm'
import { soundPairs } from '#features/screening/rules/sounds.ts'
import { isUnreadable, withFormerSpellings, type ScreenedPerson } from '#features/screening/rules/subjects.ts'
import { newId } from '#base/server/db/id.ts'
import { screeningSubjects, subjectNames } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { subjectHashes } from './document-numbers.ts'
import { endAllHits } from './end-hits.ts'
import { pairSubjects, takeSharedHits } from './pair-subjects.ts'
import {
  decryptSubject,
  fingerprintOf,
  givenFingerprintOf,
  ofOwner,
  type Owner,
  type Subject,
} from './subjects.ts'

type Work = TransactionContext<Doer | null, 'keyring'>

/**
 * Stores who is compared for an application, or of staff. A person with another name is another subject; one with
 * another spelling is not.
 *
 * @param basis what the facts were read from, after the matcher and a colon
 * @returns the ids of those who are new, or of whom something that matters has changed, or the matcher
 */
export async function saveSubjects(
  work: Work,
  { owner, people, basis }: { owner: Owner; people: readonly ScreenedPerson[]; basis: string },
): Promise<string[]> {
  const {
    tx,
    context: { keyring },
  } = work
  // Two statements: after a wait for the lock, the second one sees what another transaction has added.
  await tx.select({ id: screeningSubjects.id }).from(screeningSubjects).where(ofOwner(owner)).for('update')
  const rows = await tx.select().from(screeningSubjects).where(ofOwner(owner))
  const known = rows.map((row) => decryptSubject(keyring, row))
  const pairs = pairSubjects(known, people)
  const saved = new Set<string>()
  const changed: string[] = []
  for (const person of people) {
    const before = pairs.get(person)
    const id = before?.id ?? newId()
    saved.add(id)
    const isNew = await saveSubject(work, { id, owner, before, person, basis })
    if (isNew || before?.screenedAt === null || matcherIn(before?.basis ?? null) !== matcherIn(basis))
      changed.push(id)
    if (before === undefined && person.role === 'donor')
      await takeSharedHits(tx, keyring, { id, person, known })
  }
  for (const { id } of known) if (!saved.has(id)) await leaveOut(work, id)
  await tx.update(screeningSubjects).set({ basis }).where(ofOwner(owner))
  return changed
}

/** Stores the facts of a person, and how they are found by this matcher. @returns whether they are new, or something that matters has changed */
async function saveSubject(
  { tx, context: { keyring } }: Work,
  { id, owner, before, person, basis }: SavedPerson,
): Promise<boolean> {
  const compared = withFormerSpellings(person, before?.facts ?? null)
  const [fingerprint, givenFingerprint] = [fingerprintOf(compared), fingerprintOf(person)]
  const unreadable = isUnreadable(person)
  const isSame = before?.fingerprint === fingerprint && before.unreadable === unreadable
  const isGiven = givenFingerprintOf(before) === givenFingerprint
  if (isSame && isGiven && matcherIn(before.basis) === matcherIn(basis)) return false
  const facts = encryptJson(keyring, screeningSubjects.facts, id, compared)
  const documentHashes = subjectHashes(keyring, compared.person)
  const values = { facts, fingerprint, givenFingerprint, documentHashes, unreadable, basis }
  await tx
    .insert(screeningSubjects)
    .values({ id, ...owner, role: person.role, ...values })
    .onConflictDoUpdate({ target: screeningSubjects.id, set: values })
  await tx.delete(subjectNames).where(eq(subjectNames.subjectId, id))
  const names = compared.person.names.map((folded) => ({
    id: newId(),
    subjectId: id,
    folded,
    sounds: soundPairs(folded),
  }))
  if (names.length > 0) await tx.insert(subjectNames).values(names)
  return !isSame
}

interface SavedPerson {
  id: string
  owner: Owner
  before: Subject | undefined
  person: ScreenedPerson
  basis: string
}

/** What a comparison depended on beside the facts. */
function matcherIn(basis: string | null): string | undefined {
  return basis?.split(':')[0]
}

/** Someone who no longer acts or pays for the client, or has left the firm: what was found stays readable. */
async function leaveOut(work: Work, id: string): Promise<void> {
  const { tx } = work
  await tx.delete(subjectNames).where(eq(subjectNames.subjectId, id))
  await tx
    .update(screeningSubjects)
    .set({ fingerprint: '', givenFingerprint: null, documentHashes: [], unreadable: false })
    .where(eq(screeningSubjects.id, id))
  await endAllHits(work, id)
}
