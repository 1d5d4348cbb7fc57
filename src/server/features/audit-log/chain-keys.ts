import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { auditChainKeys } from '#server/platform/db/audit-schema.ts'
import type { EncryptionKey, Keyring } from '#server/platform/encryption/keyring.ts'
import { openText, sealText } from '#server/platform/encryption/text-cipher.ts'
import { chainKeyFrom } from './chain.ts'

/** What codes of the chain were made with, by the encryption key that each code names. */
export interface ChainKeys {
  find: (keyId: string) => KeyObject | undefined
}

/** Those of the keys that are given, and those that were kept when their encryption keys went out of use. */
export async function openChainKeys(db: Database, keyring: Keyring): Promise<ChainKeys> {
  const kept = new Map(
    (await db.select().from(auditChainKeys)).map(({ keyId, sealed }) => [
      keyId,
      openChainKey(keyring, keyId, sealed),
    ]),
  )
  const made = new Map<string, KeyObject>()
  return {
    find(keyId) {
      const known = made.get(keyId) ?? kept.get(keyId)
      if (known !== undefined) return known
      const key = keyring.find(keyId)
      if (key === undefined) return undefined
      const chainKey = chainKeyFrom(key)
      made.set(keyId, chainKey)
      return chainKey
    },
  }
}

/** Keeps what a key's codes were made with, sealed under the current one: the key itself may go then. */
export async function keepChainKey(tx: Transaction, keyring: Keyring, key: EncryptionKey): Promise<void> {
  const sealed = sealChainKey(keyring, key.id, chainKeyFrom(key))
  await tx
    .insert(auditChainKeys)
    .values({ keyId: key.id, sealed })
    .onConflictDoUpdate({ target: auditChainKeys.keyId, set: { sealed } })
}

/** Encrypts it for the key that it belongs to. */
export function sealChainKey(keyring: Keyring, keyId: string, chainKey: KeyObject): string {
  return sealText(keyring, chainKey.export().toString('base64'), placeOf(keyId))
}

/**
 * Decrypts it.
 *
 * @throws Error where it was changed in the database, or the key that sealed it is missing
 */
export function openChainKey(keyring: Keyring, keyId: string, sealed: string): KeyObject {
  return createSecretKey(openText(keyring, sealed, placeOf(keyId)), 'base64')
}

function placeOf(keyId: string): string {
  return `audit chain key ${keyId}`
}
