import { and, eq, isNull } from 'drizzle-orm'
import type { LetterProfile } from '#features/signing/rules/letter/profile.ts'
import { letterProfiles } from '#features/signing/schema/letter-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { profileOf } from './letter-content.ts'
import { startMissingLetter } from './start-letters.ts'

/**
 * Changes what letters say of a wealth manager. Their letter stays until it is generated again; a manager who has
 * none gets one once nothing is missing.
 *
 * @throws DomainError not-found for a user who is no active wealth manager
 */
export async function saveProfile(act: CommandContext, id: string, profile: LetterProfile): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, now } = work
    const [manager] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.role, 'wealth_manager'), isNull(users.deactivatedAt)))
      .for('no key update')
    if (manager === undefined) throw notFound()
    const [stored] = await tx.select().from(letterProfiles).where(eq(letterProfiles.userId, id))
    const before = profileOf({ profile: stored?.profile ?? null })
    const names = Object.keys(before) as (keyof LetterProfile)[]
    const fields = names.filter((name) => before[name] !== profile[name]).toSorted()
    if (fields.length === 0) return
    const set = { profile, changedAt: now }
    await tx
      .insert(letterProfiles)
      .values({ userId: id, ...set })
      .onConflictDoUpdate({ target: letterProfiles.userId, set })
    await record(work, 'firm.letter-profile-changed', id, { fields })
    await startMissingLetter(work, id)
  })
}
