import { eq } from 'drizzle-orm'
import type { Settings } from '#server/config/settings.ts'
import type { Database } from '#server/db/database.ts'
import { encryptionKeys } from '#server/db/schema.ts'
import { readOrCreateKeyFile } from './key-file.ts'
import { EncryptionKeyError, readKeyring, type Keyring } from './keyring.ts'

/**
 * The keys of this deployment, checked against those that its data was encrypted with.
 *
 * @throws EncryptionKeyError where a key that the data needs is missing: better no start than half the answers
 */
export async function openKeyring(settings: Settings, db: Database, now: Date): Promise<Keyring> {
  const keyring = readKeyring(settings.encryptionKeys ?? readOrCreateKeyFile(settings.dataDir))
  const used = await db
    .select({ id: encryptionKeys.id })
    .from(encryptionKeys)
    .where(eq(encryptionKeys.inUse, true))
  const missing = used.filter(({ id }) => keyring.find(id) === undefined)
  if (missing.length > 0) {
    throw new EncryptionKeyError(
      `The data is encrypted with the key ${missing.map(({ id }) => id).join(', ')}, which is not the one that was given. ` +
        'Set ENCRYPTION_KEY to the key that this database was used with (several can be given, separated by commas), ' +
        `or bring back ${settings.dataDir}/encryption.key.`,
    )
  }
  await db
    .insert(encryptionKeys)
    .values({ id: keyring.current.id, inUse: true, createdAt: now })
    .onConflictDoNothing()
  return keyring
}
