import { and, eq, inArray, isNotNull, lt, lte, or } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { knownBrowsers, rateLimits, sessions, users } from '#server/platform/db/schema.ts'
import { addressChanges, temporaryPasswords } from '#server/platform/db/sign-in-schema.ts'
import { sessionLimits } from './session-limits.ts'

const DAY_MS = 24 * 60 * 60_000
/** For so long, whoever types a used or late temporary password is told what is wrong with it. */
const REMEMBERED_MS = 30 * DAY_MS

const longestIdleMs = Math.max(...Object.values(sessionLimits).map(({ idleMs }) => idleMs))

/** Removes what has ended by itself: nothing here still opens anything. */
export async function sweepSignIn({ database: { db }, now }: Context): Promise<void> {
  const moment = now()
  const idleSince = new Date(moment.getTime() - longestIdleMs)
  await db.delete(sessions).where(or(lte(sessions.endsAt, moment), lte(sessions.lastSeenAt, idleSince)))
  await db.delete(knownBrowsers).where(lte(knownBrowsers.expiresAt, moment))
  await db.delete(rateLimits).where(lt(rateLimits.expire, moment.getTime()))
  await db.delete(addressChanges).where(lte(addressChanges.expiresAt, moment))
  const forgotten = new Date(moment.getTime() - REMEMBERED_MS)
  // An invitation that nobody took up stays, so that whoever comes with it after all hears why it is of no use.
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
}
