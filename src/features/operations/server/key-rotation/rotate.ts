import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { record } from '#features/audit/server/record.ts'
import { storeChainKey } from '#features/audit/server/log/chain-keys.ts'
import { encryptionKeys } from '#base/server/db/node-schema.ts'
import { generateKey, keysInFile, replaceKeys } from '#base/server/encryption/key-file.ts'
import { EncryptionKeyError, readKeyring } from '#base/server/encryption/keyring.ts'
import { NOTICED_WITHIN_MS } from '#base/server/encryption/live-keyring.ts'
import { livingNodes } from '#base/server/nodes/nodes.ts'
import type { LivingNode } from '#base/server/node-state.ts'
import { beginToUse, keysInUse } from '#base/server/encryption/open-keyring.ts'
import { autocommit, systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { countStaleUploads, reencryptFiles, type FileContext } from './reencrypt-files.ts'
import { encryptedTables } from './encrypted-tables.ts'
import type { BatchResult } from './encrypted-tables.ts'

/** What a rotation needs. */
export interface RotationContext extends FileContext {
  /** The key file; null for keys from the environment, which cannot be changed from here. */
  keyFile: string | null
  print: (line: string) => void
}

/** The result of a rotation. */
export interface Rotated {
  current: string
  /** Keys that are still configured, but no longer used. */
  older: string[]
}

/** After so many passes, another server must still be encrypting with an older key. */
const MAX_PASSES = 10
const SERVERS_NOTICE_MS = 2 * NOTICED_WITHIN_MS
/** Longer than a killed server counts as alive. */
const SERVERS_TIMEOUT_MS = 24_000

/**
 * Creates a new current key and re-encrypts everything with it in batches, while servers run. Safe to interrupt: the
 * next call continues, and creates a new key only where the data uses no more than one.
 *
 * @throws EncryptionKeyError where keys come from the environment and there is no new one, or a server still encrypts
 * with an older one
 */
export async function rotateKeys(context: RotationContext): Promise<Rotated> {
  const { database, keyring, now } = context
  if ((await olderKeys(context)).length === 0) await makeNewKey(context)
  const current = keyring.current.id
  await waitForServers(
    context,
    ({ keyIds }) => keyIds.includes(current),
    (names) =>
      `Nothing was re-encrypted with the key ${current}: these running servers do not have it: ${names}. Give them the same ` +
      'keys (their key file, or ENCRYPTION_KEY and a restart), and run this again.',
  )
  await beginToUse(database.db, current, now())
  await waitForServers(
    context,
    ({ currentKeyId: encryptsWith }) => encryptsWith === current,
    (names) =>
      `These servers still encrypt with an older key: ${names}. Give them the same keys, and run this again.`,
  )
  await storeChainKeys(context)
  const resealed = await reencryptEverything(context)
  if (resealed > 0) {
    const details = { keyId: current, resealed }
    await record(autocommit(systemContext(context)), 'encryption-keys.rotated', null, details)
  }
  return { current, older: await olderKeys(context) }
}

/**
 * Retires older keys once nothing is encrypted with them. Backups from before the rotation still need them, so keys in
 * a file are moved to another file beside it.
 *
 * @returns their names
 * @throws EncryptionKeyError where something is still encrypted with one of them
 */
export async function retireKeys(context: RotationContext): Promise<string[]> {
  const { keyFile } = context
  const older = await olderKeys(context)
  if (older.length === 0) return []
  await waitForServers(
    context,
    ({ currentKeyId: encryptsWith }) => encryptsWith === context.keyring.current.id,
    (names) =>
      `Nothing was retired: these servers encrypt with an older key: ${names}. Run this again without --retire.`,
  )
  await reencryptEverything(context)
  const waiting = await countStaleUploads(context)
  if (waiting > 0) {
    throw new EncryptionKeyError(
      `${waiting} files that clients were uploading are encrypted with an older key. They will be registered or deleted within ` +
        'a day: please try again tomorrow.',
    )
  }
  await inTransaction(systemContext(context), async (work) => {
    await work.tx.update(encryptionKeys).set({ inUse: false }).where(inArray(encryptionKeys.id, older))
    await record(work, 'encryption-keys.retired', null, { keyIds: older })
  })
  if (keyFile !== null) moveAway(keyFile, older)
  return older
}

async function olderKeys({ database, keyring }: RotationContext): Promise<string[]> {
  return (await keysInUse(database.db)).filter((id) => id !== keyring.current.id)
}

/** Starts to use it only when all servers have it (`nodes/heartbeat.ts`). */
async function makeNewKey({ keyFile, print }: RotationContext): Promise<void> {
  if (keyFile === null) {
    throw new EncryptionKeyError(
      'All data is already encrypted with the first key of ENCRYPTION_KEY. Put a new one (openssl rand -base64 32) in ' +
        'front of it, separated by a comma, restart the servers, and run this again.',
    )
  }
  const key = generateKey()
  replaceKeys(keyFile, [key, ...keysInFile(keyFile)])
  print(`A new key is in ${keyFile}. Store a copy of it separately from the data.`)
  await wait(SERVERS_NOTICE_MS)
}

/**
 * Waits until a condition holds for every active server.
 *
 * @throws EncryptionKeyError with the given message, where it does not soon
 */
async function waitForServers(
  { database }: RotationContext,
  holds: (node: LivingNode) => boolean,
  message: (names: string) => string,
): Promise<void> {
  for (let waited = 0; ; waited += SERVERS_NOTICE_MS) {
    const others = (await livingNodes(database)).filter((node) => !holds(node))
    if (others.length === 0) return
    if (waited >= SERVERS_TIMEOUT_MS)
      throw new EncryptionKeyError(message(others.map(({ name }) => name).join(', ')))
    await wait(SERVERS_NOTICE_MS)
  }
}

/** Stores the chain key of every configured key, so that the audit log can be verified without them. */
async function storeChainKeys({ database: { db }, keyring }: RotationContext): Promise<void> {
  const known = await db.select({ id: encryptionKeys.id }).from(encryptionKeys)
  await db.transaction(async (tx) => {
    for (const { id } of known) {
      const key = keyring.find(id)
      if (key !== undefined && id !== keyring.current.id) await storeChainKey(tx, keyring, key)
    }
  })
}

/** Repeats passes over all data until one finds nothing encrypted with an older key. */
async function reencryptEverything(context: RotationContext): Promise<number> {
  let total = 0
  for (let passes = 0; passes < MAX_PASSES; passes += 1) {
    const resealed = await pass(context)
    total += resealed
    if (resealed === 0) return total
  }
  throw new EncryptionKeyError(
    'A server still encrypts with an older key. Give every server the same keys, and run this again.',
  )
}

async function pass(context: RotationContext): Promise<number> {
  const { database, keyring, print } = context
  const sources: { what: string; some: (after: string | null) => Promise<BatchResult> }[] = [
    ...encryptedTables.map(({ what, reencryptBatch }) => ({
      what,
      some: (after: string | null) => database.db.transaction((tx) => reencryptBatch(tx, keyring, after)),
    })),
    { what: 'files', some: (after) => reencryptFiles(context, after) },
  ]
  let total = 0
  for (const { what, some } of sources) {
    let resealed = 0
    for (let after: string | null = null; ;) {
      const looked: BatchResult = await some(after)
      resealed += looked.resealed
      if (looked.next === null) break
      after = looked.next
    }
    if (resealed > 0) print(`  ${resealed} ${what} encrypted again`)
    total += resealed
  }
  return total
}

/** Keeps retired keys, which backups need. */
function moveAway(keyFile: string, ids: readonly string[]): void {
  const keys = keysInFile(keyFile)
  const isOld = (key: string) => ids.includes(readKeyring(key).current.id)
  const file = retiredFileOf(keyFile)
  const retired = existsSync(file) ? keysInFile(file) : []
  replaceKeys(file, [...retired, ...keys.filter(isOld)])
  replaceKeys(
    keyFile,
    keys.filter((key) => !isOld(key)),
  )
}

/** The file of retired keys. */
export function retiredFileOf(keyFile: string): string {
  return `${keyFile}.retired`
}
