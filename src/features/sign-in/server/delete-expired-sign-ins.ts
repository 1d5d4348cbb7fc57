import { and, eq, inArray, isNotNull, lt, lte, notInArray, or } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Context } from '#base/server/context.ts'
import { knownBrowsers } from '#features/sign-in/schema/known-browsers.ts'
import { sessions, users } from '#features/access/schema/tables.ts'
import {
  addressChanges,
  invitationLinks,
  temporaryPasswords,
} from '#features/access/schema/sign-in-schema.ts'
import { usedChallenges } from '#features/sign-in/schema/used-challenges.ts'
import { rateLimits } from '#base/server/db/throttling-schema.ts'

/** During this time, used or expired temporary passwords get a specific error message. */
const REMEMBERED_MS = 30 * DAY_MS

/** Deletes expired sessions and credentials. */
export async function deleteExpiredSignIns({ database: { db }, settings, now }: Context): Promise<void> {
  const time = now()
  const longestIdleMs = Math.max(...Object.values(settings.sessionLimits).map(({ idleMs }) => idleMs))
  const idleSince = new Date(time.getTime() - longestIdleMs)
  await db.delete(sessions).where(or(lte(sessions.endsAt, time), lte(sessions.lastSeenAt, idleSince)))
  await db.delete(knownBrowsers).where(lte(knownBrowsers.expiresAt, time))
  await db.delete(rateLimits).where(lt(rateLimits.expire, time.getTime()))
  await db.delete(usedChallenges).where(lte(usedChallenges.expiresAt, time))
  await db.delete(addressChanges).where(lte(addressChanges.expiresAt, time))
  const forgotten = new Date(time.getTime() - REMEMBERED_MS)
  // An unused invitation stays, so that a late user gets a specific error message.
  const withPassword = db.select({ id: users.id }).from(users).where(isNotNull(users.passwordHash))
  const opensOtherwise = or(
    eq(temporaryPasswords.kind, 'asked-for'),
    inArray(temporaryPasswords.userId, withPassword),
  )
  await db
    .delete(temporaryPasswords)
    .where(
      or(
        lte(temporaryPasswords.usedAt, forgotten),
        and(lte(temporaryPasswords.expiresAt, forgotten), opensOtherwise),
      ),
    )
  const given = db
    .select({ userId: temporaryPasswords.userId })
    .from(temporaryPasswords)
    .where(eq(temporaryPasswords.kind, 'given'))
  await db.delete(invitationLinks).where(notInArray(invitationLinks.userId, given))
}
