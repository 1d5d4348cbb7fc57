import { and, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { knownBrowsers } from '#server/platform/db/schema.ts'
import { hashToken } from '#server/platform/encryption/secret-token.ts'

/** How long a browser stays known to its users after a sign-in, in milliseconds. */
export const KNOWN_FOR_MS = 180 * 24 * 60 * 60_000

/** After a change of password: whoever knew the old one is a stranger again, from whichever browser. */
export async function forgetBrowsers(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}

/** The name that a browser's tries are counted under, where a user has signed in from it before; null otherwise. */
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
