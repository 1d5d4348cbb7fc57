import { and, eq, isNull } from 'drizzle-orm'
import type { LetterProfile } from '#domain/firm/letter/profile.ts'
import { letterProfiles } from '#server/platform/db/letter-schema.ts'
import { users } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/domain-error.ts'
import { record } from '#server/shared/audit/record.ts'
import { inTransaction, type CommandContext } from '#server/shared/command-context.ts'
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
