import { randomBytes } from 'node:crypto'
import { newId } from '#base/server/db/id.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import type { Context } from '#base/server/context.ts'
import { createPasskey, type DeviceOptions, type SoftwarePasskey } from './authenticator-device.ts'
import type { HttpSession } from './http.ts'
import { password } from './second-factor.ts'

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

/** Adds a passkey of a software device to the account of a session, whose password is that of `second-factor.ts`. */
export async function enrolPasskey(
  session: HttpSession,
  device: DeviceOptions,
): Promise<{ id: string; passkey: SoftwarePasskey; recoveryCodes: string[] }> {
  const proof = { by: 'password', password }
  const begun = await session.post('/api/account/passkeys/options', { proof })
  const { options } = begun.body as { options: Parameters<typeof createPasskey>[0] }
  const { passkey, response } = createPasskey(options, device)
  const added = await session.post('/api/account/passkeys', { response })
  if (added.status !== 201) throw new Error(`${added.status}: ${added.text}`)
  const { id, recoveryCodes = [] } = added.body as { id: string; recoveryCodes?: string[] }
  return { id, passkey, recoveryCodes }
}
