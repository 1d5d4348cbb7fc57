import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#base/server/db/database.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { hashToken } from '#base/server/encryption/secret-token.ts'
import type { BrowserToken } from '../commands/begin-session.ts'

/** How many browsers a passkey is remembered for: synced ones are on several devices. */
const MAX_BROWSERS = 5

/** Whether an answer came from the browser's own device, as the browser reports it, and not from a phone or security key. */
export function isOwnDevice({
  authenticatorAttachment,
}: {
  authenticatorAttachment?: string | undefined
}): boolean {
  return authenticatorAttachment === 'platform'
}

/** The hash by which a browser is remembered. */
export function browserHash(token: string): string {
  return hashToken(token).toString('base64url')
}

/** Remembers a browser whose own device has used a passkey. */
export async function rememberBrowser(
  tx: Transaction,
  { passkeyId, ownDevice }: { passkeyId: string; ownDevice: boolean },
  token: string,
): Promise<void> {
  if (!ownDevice) return
  const hash = browserHash(token)
  const others = sql`array_remove(${passkeys.browsers}, ${hash}::text)`
  await tx
    .update(passkeys)
    .set({ browsers: sql`(array[${hash}::text] || ${others})[1:${sql.raw(String(MAX_BROWSERS))}]` })
    .where(eq(passkeys.id, passkeyId))
}

/** Whether the device of a browser has made or used a passkey. */
export function isOnDevice({ browsers }: { browsers: readonly string[] }, token: BrowserToken): boolean {
  return token !== null && browsers.includes(browserHash(token))
}
