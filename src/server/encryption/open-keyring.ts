import { eq } from 'drizzle-orm'
import type { Settings } from '#server/config/settings.ts'
import type { Database } from '#server/db/database.ts'
import { encryptionKeys } from '#server/db/schema.ts'
import { keyFileIn, readKeyFile, readOrCreateKeyFile } from './key-file.ts'
import { EncryptionKeyError, readKeyring, type Keyring } from './keyring.ts'

/**
 * The keys of this deployment, checked against those that its data was encrypted with.
 *
 * @throws EncryptionKeyError where a key that the data needs is missing: better no start than half the answers
 */
export async function openKeyring(settings: Settings, db: Database, now: Date): Promise<Keyring> {
  const used = await db
    .select({ id: encryptionKeys.id })
    .from(encryptionKeys)
    .where(eq(encryptionKeys.inUse, true))
  const keyring = givenKeyring(settings, { dataIsEncrypted: used.length > 0 })
  const missing = used.filter(({ id }) => keyring?.find(id) === undefined)
  if (keyring === null || missing.length > 0) throw missingKeys(settings, missing)
  await db
    .insert(encryptionKeys)
    .values({ id: keyring.current.id, inUse: true, createdAt: now })
    .onConflictDoNothing()
  return keyring
}

/** The keys that were given, or lie beside the data. A key is made only for data that is still to come: a lost one must not be replaced by one that opens nothing. */
export function givenKeyring(
  { encryptionKeys: given, dataDir }: Pick<Settings, 'encryptionKeys' | 'dataDir'>,
  { dataIsEncrypted }: { dataIsEncrypted: boolean },
): Keyring | null {
  const text = given ?? (dataIsEncrypted ? readKeyFile(dataDir) : readOrCreateKeyFile(dataDir))
  return text === null ? null : readKeyring(text)
}

function missingKeys({ dataDir }: Settings, missing: readonly { id: string }[]): EncryptionKeyError {
  return new EncryptionKeyError(
    `The data is encrypted with the key ${missing.map(({ id }) => id).join(', ')}, which was not given. ` +
      'Set ENCRYPTION_KEY to the key that this database was used with (several can be given, separated by commas), ' +
      `or bring back ${keyFileIn(dataDir)}.`,
  )
}
