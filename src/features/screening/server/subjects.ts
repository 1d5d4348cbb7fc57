import { decryptJson } from '#base/server/db/encrypted-columns.ts'
import { createHash } from 'node:crypto'
import { and, eq, ne, type SQL } from 'drizzle-orm'
import { factsOfPerson } from '#features/screening/rules/fingerprint.ts'
import type { ComparedFacts, ScreenedPerson } from '#features/screening/rules/subjects.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

export type SubjectRow = typeof screeningSubjects.$inferSelect

/** A subject with what is compared. */
export interface Subject extends Omit<SubjectRow, 'facts'> {
  facts: ComparedFacts
}

/** Whose people are compared: those of an application, or a member of staff. */
export type Owner = { applicationId: string } | { userId: string }

/** The subjects of an owner, as a condition. */
export function ofOwner(owner: Owner): SQL {
  return 'userId' in owner
    ? eq(screeningSubjects.userId, owner.userId)
    : eq(screeningSubjects.applicationId, owner.applicationId)
}

/** The subjects of an owner who are still compared. */
export async function subjectIdsOf(db: Queries, owner: Owner): Promise<string[]> {
  const rows = await db
    .select({ id: screeningSubjects.id })
    .from(screeningSubjects)
    .where(and(ofOwner(owner), ne(screeningSubjects.fingerprint, '')))
  return rows.map(({ id }) => id)
}

/** Hash of what is compared of a person. */
export function fingerprintOf({ person }: Pick<ScreenedPerson, 'person'>): string {
  return createHash('sha256').update(factsOfPerson(person)).digest('base64url')
}

/** The hash of what was given of a subject when it was compared, without former spellings. */
export function givenFingerprintOf(
  row: Pick<SubjectRow, 'fingerprint' | 'givenFingerprint'> | undefined,
): string | undefined {
  return row?.givenFingerprint ?? row?.fingerprint
}

export function decryptSubject(keyring: Keyring, row: SubjectRow): Subject {
  const facts = decryptJson(keyring, screeningSubjects.facts, row.id, row.facts)
  return { ...row, facts: facts as Subject['facts'] }
}

/** The name of the client's account, which staff may correct. */
export async function accountNameOf(db: Queries, applicationId: string): Promise<string | null> {
  const [row] = await db
    .select({ name: users.fullName })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(eq(applications.id, applicationId))
  return row?.name ?? null
}
