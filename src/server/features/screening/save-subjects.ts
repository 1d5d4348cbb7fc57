import { eq } from 'drizzle-orm'
import { isUnreadable, type ScreenedPerson } from '#domain/screening/subjects.ts'
import { newId } from '#server/platform/db/id.ts'
import { screeningSubjects, subjectNames } from '#server/platform/db/screening-schema.ts'
import type { Doer } from '#server/shared/actor.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'
import { numberHashes } from './document-numbers.ts'
import { encryptJson } from './encrypted-json.ts'
import { endAllHits } from './end-hits.ts'
import { fingerprintOf, ofOwner, type Owner } from './subjects.ts'

type Work = TransactionContext<Doer | null, 'keyring'>

/**
 * Stores who is compared for an application, or of staff.
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
  const known = await tx.select().from(screeningSubjects).where(ofOwner(owner)).for('update')
  const roles = new Set(people.map(({ role }) => role))
  for (const { id, role } of known) if (!roles.has(role)) await leaveOut(work, id)
  const changed: string[] = []
  for (const person of people) {
    const before = known.find(({ role }) => role === person.role)
    const id = before?.id ?? newId()
    const fingerprint = fingerprintOf(person)
    const unreadable = isUnreadable(person)
    if (before?.fingerprint !== fingerprint || before.unreadable !== unreadable) {
      const facts = encryptJson(keyring, ['screening_subjects', id, 'facts'], {
        written: person.written,
        person: person.person,
      })
      const documentHashes = person.person.documents.flatMap((number) => numberHashes(keyring, number))
      const values = { facts, fingerprint, documentHashes, unreadable, basis }
      await tx
        .insert(screeningSubjects)
        .values({ id, ...owner, role: person.role, ...values })
        .onConflictDoUpdate({ target: screeningSubjects.id, set: values })
      await tx.delete(subjectNames).where(eq(subjectNames.subjectId, id))
      const names = person.person.names.map((folded) => ({ id: newId(), subjectId: id, folded }))
      if (names.length > 0) await tx.insert(subjectNames).values(names)
      changed.push(id)
    } else if (before.screenedAt === null || matcherIn(before.basis) !== matcherIn(basis)) changed.push(id)
  }
  await tx.update(screeningSubjects).set({ basis }).where(ofOwner(owner))
  return changed
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
    .set({ fingerprint: '', documentHashes: [], unreadable: false })
    .where(eq(screeningSubjects.id, id))
  await endAllHits(work, id)
}
