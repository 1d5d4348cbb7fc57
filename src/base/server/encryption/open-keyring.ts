import { existsSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { commandCall } from '#base/server/command-call.ts'
import type { Settings } from '#base/server/config/settings.ts'
import type { Database } from '#base/server/db/database.ts'
import { encryptionKeys } from '#base/server/db/node-schema.ts'
import { createKeyFile, keyFileOf } from './key-file.ts'
import { EncryptionKeyError, looksRandom, readKeyring, type Keyring } from './keyring.ts'
import { liveKeyring } from './live-keyring.ts'
import { selectableKeyring, type SelectableKeyring } from './selectable-keyring.ts'

type KeySettings = Pick<Settings, 'encryptionKeys' | 'encryptionKeyFile' | 'dataDir'>

/**
 * The keys of this deployment, checked against those that its data needs. A new key is not used yet, since other
 * servers may lack it (`nodes/heartbeat.ts`).
 *
 * @throws EncryptionKeyError if a needed key is missing, or the newest can be guessed
 */
export async function openKeyring(
  settings: KeySettings,
  db: Database,
  now: Date,
): Promise<SelectableKeyring> {
  const used = await keysInUse(db)
  const keyring = loadKeyring(settings, { dataIsEncrypted: used.length > 0 })
  const missing = used.filter((id) => keyring?.find(id) === undefined)
  if (keyring === null || missing.length > 0) throw missingKeys(settings, missing)
  // Older guessable keys still decrypt, so that they can be replaced.
  if (!looksRandom(keyring.current)) throw guessable()
  const settled = selectableKeyring(keyring)
  if (used.length === 0) await beginToUse(db, keyring.current.id, now)
  else settled.encryptWith(newestOf(keyring, used))
  return settled
}

/** Null if it is the newest: a newer one in the file is then used at once. */
function newestOf(keyring: Keyring, used: readonly string[]): string | null {
  const [newest, ...older] = keyring.ids()
  return newest !== undefined && used.includes(newest)
    ? null
    : (older.find((id) => used.includes(id)) ?? null)
}

/** The keys that some data needs, newest last. */
export async function keysInUse(db: Database): Promise<string[]> {
  const used = await db
    .select({ id: encryptionKeys.id })
    .from(encryptionKeys)
    .where(eq(encryptionKeys.inUse, true))
    .orderBy(encryptionKeys.createdAt)
  return used.map(({ id }) => id)
}

/** Records a key before anything is encrypted with it. */
export async function beginToUse(db: Database, id: string, now: Date): Promise<void> {
  await db
    .insert(encryptionKeys)
    .values({ id, inUse: true, createdAt: now })
    .onConflictDoUpdate({ target: encryptionKeys.id, set: { inUse: true } })
}

/**
 * The configured keys, or those of the key file. A key is generated only without existing data: a lost key must not be
 * replaced.
 */
export function loadKeyring(
  settings: KeySettings,
  { dataIsEncrypted }: { dataIsEncrypted: boolean },
): Keyring | null {
  if (settings.encryptionKeys !== undefined) return readKeyring(settings.encryptionKeys)
  const file = keyFileOf(settings)
  if (!dataIsEncrypted) createKeyFile(file)
  return existsSync(file) ? liveKeyring(file) : null
}

function missingKeys(settings: KeySettings, missing: readonly string[]): EncryptionKeyError {
  return new EncryptionKeyError(
    `The data is encrypted with the key ${missing.join(', ')}, which was not given. ` +
      'Set ENCRYPTION_KEY to the key that this database was used with (several can be given, separated by commas), ' +
      `or bring back ${keyFileOf(settings)}.`,
  )
}

function guessable(): EncryptionKeyError {
  return new EncryptionKeyError(
    'The first encryption key was not generated at random and can be guessed. Generate one (openssl rand -base64 32) and put ' +
      'it first, before the keys that data was encrypted with. Then re-encrypt that data: ' +
      commandCall('keys:rotate'),
  )
}
