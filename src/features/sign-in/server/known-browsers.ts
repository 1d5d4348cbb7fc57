import { and, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { knownBrowsers } from '#features/sign-in/schema/known-browsers.ts'
import { hashToken } from '#base/server/encryption/secret-token.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** How long a browser is remembered after a sign-in, in milliseconds. */
export const KNOWN_FOR_MS = 180 * DAY_MS

/** Called after a change of password, so that users of the old one lose their known browsers. */
export async function forgetBrowsers(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}

/** The rate-limit key of a browser in which the user signed in before; null otherwise. */
export async function keyOfKnownBrowser(
  db: Database,
  { userId, token, now }: { userId: string; token: string | null; now: Date },
): Promise<string | null> {
  if (token === null) return null
  const tokenHash = hashToken(token)
  const isThis = and(
    eq(knownBrowsers.userId, userId),
    eq(knownBrowsers.tokenHash, tokenHash),
    gt(knownBrowsers.expiresAt, now),
  )
  return (await db.$count(knownBrowsers, isThis)) === 0 ? null : tokenHash.toString('base64url')
}
