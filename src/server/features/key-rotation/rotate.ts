import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { record } from '#server/shared/audit/record.ts'
import { keepChainKey } from '#server/features/audit-log/chain-keys.ts'
import { encryptionKeys } from '#server/platform/db/node-schema.ts'
import { drawKey, keysInFile, replaceKeys } from '#server/platform/encryption/key-file.ts'
import { EncryptionKeyError, readKeyring } from '#server/platform/encryption/keyring.ts'
import { NOTICED_WITHIN_MS } from '#server/platform/encryption/live-keyring.ts'
import { livingNodes } from '#server/shared/nodes/nodes.ts'
import type { LivingNode } from '#server/platform/node-state.ts'
import { beginToUse, keysInUse } from '#server/platform/encryption/open-keyring.ts'
import { alone, systemContext, inTransaction } from '#server/shared/command-context.ts'
import { countStaleUploads, resealSomeFiles, type FileContext } from './reseal-files.ts'
import { everySealedRow, type Looked } from './sealed-rows.ts'

/** What a rotation works with. */
export interface RotationContext extends FileContext {
  /** Where the keys lie; null where they were given outright, and cannot be changed from here. */
  keyFile: string | null
  tell: (line: string) => void
}

/** How a rotation ended. */
export interface Rotated {
  current: string
  /** Keys that nothing is sealed with any more, and that are still given. */
  older: string[]
}

/** More walks than this are of no use: a server somewhere seals with an older key. */
const MOST_WALKS = 10
const SERVERS_NOTICE_MS = 2 * NOTICED_WITHIN_MS
/** Longer than a server that was killed counts as living. */
const SERVERS_PATIENCE_MS = 24_000

/**
 * Makes a new key the current one, and seals with it whatever an older key sealed, a few rows at a time, while servers
 * run. Broken off anywhere, it goes on where it was when it is called again: a new key is made only where the data knows
 * no more than one.
 *
 * @throws EncryptionKeyError where the keys were given outright and there is no new one among them, or a server goes on
 *   sealing with an older one
 */
export async function rotateKeys(context: RotationContext): Promise<Rotated> {
  const { database, keyring, now } = context
  if ((await olderKeys(context)).length === 0) await makeNewKey(context)
  const current = keyring.current.id
  await waitForServers(
    context,
    ({ keyIds }) => keyIds.includes(current),
    (names) =>
      `Nothing was sealed with the key ${current}: these servers run and do not have it: ${names}. Give them the same ` +
      'keys (their key file, or ENCRYPTION_KEY and a restart), and run this again.',
  )
  await beginToUse(database.db, current, now())
  await waitForServers(
    context,
    ({ sealsWith }) => sealsWith === current,
    (names) =>
      `These servers go on sealing with an older key: ${names}. Give them the same keys, and run this again.`,
  )
  await keepChainKeys(context)
  const resealed = await resealEverything(context)
  if (resealed > 0) {
    const details = { keyId: current, resealed }
    await record(alone(systemContext(context)), 'encryption-keys.rotated', null, details)
  }
  return { current, older: await olderKeys(context) }
}

/**
 * Takes the older keys out of use, once nothing is sealed with them: after that the data can be read without them, and
 * backups from before the rotation cannot. In a file they are moved to another one beside it, to be put away.
 *
 * @returns their names
 * @throws EncryptionKeyError where something is sealed with one of them still
 */
export async function retireKeys(context: RotationContext): Promise<string[]> {
  const { keyFile } = context
  const older = await olderKeys(context)
  if (older.length === 0) return []
  await waitForServers(
    context,
    ({ sealsWith }) => sealsWith === context.keyring.current.id,
    (names) =>
      `Nothing was taken out of use: these servers seal with an older key: ${names}. Run this again without --retire.`,
  )
  await resealEverything(context)
  const waiting = await countStaleUploads(context)
  if (waiting > 0) {
    throw new EncryptionKeyError(
      `${waiting} files that clients were sending are sealed with an older key. They are registered or swept within ` +
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

/** Seals nothing before all servers have it (`nodes/attend.ts`). */
async function makeNewKey({ keyFile, tell }: RotationContext): Promise<void> {
  if (keyFile === null) {
    throw new EncryptionKeyError(
      'Everything is sealed with the first key of ENCRYPTION_KEY already. Put a new one (openssl rand -base64 32) in ' +
        'front of it, separated by a comma, start the servers anew, and run this again.',
    )
  }
  const key = drawKey()
  replaceKeys(keyFile, [key, ...keysInFile(keyFile)])
  tell(`A new key is in ${keyFile}. Keep a copy of it apart from the data.`)
  await wait(SERVERS_NOTICE_MS)
}

/**
 * Waits until what is said holds for every server that lives.
 *
 * @throws EncryptionKeyError in the words given, where it does not soon
 */
async function waitForServers(
  { database }: RotationContext,
  holds: (node: LivingNode) => boolean,
  words: (names: string) => string,
): Promise<void> {
  for (let waited = 0; ; waited += SERVERS_NOTICE_MS) {
    const others = (await livingNodes(database)).filter((node) => !holds(node))
    if (others.length === 0) return
    if (waited >= SERVERS_PATIENCE_MS)
      throw new EncryptionKeyError(words(others.map(({ name }) => name).join(', ')))
    await wait(SERVERS_NOTICE_MS)
  }
}

/** Of every key that is given: whichever of them rows were chained with, the log can be checked without it. */
async function keepChainKeys({ database: { db }, keyring }: RotationContext): Promise<void> {
  const known = await db.select({ id: encryptionKeys.id }).from(encryptionKeys)
  await db.transaction(async (tx) => {
    for (const { id } of known) {
      const key = keyring.find(id)
      if (key !== undefined && id !== keyring.current.id) await keepChainKey(tx, keyring, key)
    }
  })
}

/** Walks through everything until a whole walk finds nothing that an older key sealed. */
async function resealEverything(context: RotationContext): Promise<number> {
  let total = 0
  for (let walks = 0; walks < MOST_WALKS; walks += 1) {
    const resealed = await walk(context)
    total += resealed
    if (resealed === 0) return total
  }
  throw new EncryptionKeyError(
    'A server somewhere goes on sealing with an older key. Give every server the same keys, and run this again.',
  )
}

async function walk(context: RotationContext): Promise<number> {
  const { database, keyring, tell } = context
  const places: { what: string; some: (after: string | null) => Promise<Looked> }[] = [
    ...everySealedRow.map(({ what, resealSome }) => ({
      what,
      some: (after: string | null) => database.db.transaction((tx) => resealSome(tx, keyring, after)),
    })),
    { what: 'files', some: (after) => resealSomeFiles(context, after) },
  ]
  let total = 0
  for (const { what, some } of places) {
    let resealed = 0
    for (let after: string | null = null; ;) {
      const looked: Looked = await some(after)
      resealed += looked.resealed
      if (looked.next === null) break
      after = looked.next
    }
    if (resealed > 0) tell(`  ${resealed} ${what} sealed anew`)
    total += resealed
  }
  return total
}

/** Nothing is thrown away: backups from before need them. */
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

/** Where keys go that the data needs no more. */
export function retiredFileOf(keyFile: string): string {
  return `${keyFile}.retired`
}
