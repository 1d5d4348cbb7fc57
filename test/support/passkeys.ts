import { randomBytes } from 'node:crypto'
import { newId } from '#server/platform/db/id.ts'
import { passkeys } from '#server/platform/db/passkey-schema.ts'
import type { Context } from '#server/shared/context.ts'

/** Gives an account a passkey that no device has. */
export async function makePasskey(
  { database, now }: Pick<Context, 'database' | 'now'>,
  userId: string,
): Promise<string> {
  const id = newId()
  await database.db.insert(passkeys).values({
    id,
    userId,
    credentialId: randomBytes(32),
    publicKey: randomBytes(77),
    counter: 0,
    transports: [],
    backedUp: false,
    rpId: null,
    aaguid: '00000000-0000-0000-0000-000000000000',
    name: 'A phone',
    createdAt: now(),
    lastUsedAt: null,
  })
  return id
}
