import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { auditChainKeys } from '#server/platform/db/audit-schema.ts'
import type { EncryptionKey, Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'
import { chainKeyFrom } from './chain.ts'

/** The chain keys by the id of the encryption key that they were derived from. */
export interface ChainKeys {
  find: (keyId: string) => KeyObject | undefined
}

/** The chain keys of the current keyring, and stored ones of retired encryption keys. */
export async function openChainKeys(db: Database, keyring: Keyring): Promise<ChainKeys> {
  const stored = new Map(
    (await db.select().from(auditChainKeys)).map(({ keyId, encrypted }) => [
      keyId,
      decryptChainKey(keyring, keyId, encrypted),
    ]),
  )
  const made = new Map<string, KeyObject>()
  return {
    find(keyId) {
      const known = made.get(keyId) ?? stored.get(keyId)
      if (known !== undefined) return known
      const key = keyring.find(keyId)
      if (key === undefined) return undefined
      const chainKey = chainKeyFrom(key)
      made.set(keyId, chainKey)
      return chainKey
    },
  }
}

/** Stores a chain key, encrypted with the current key, so that its own encryption key can be retired. */
export async function storeChainKey(tx: Transaction, keyring: Keyring, key: EncryptionKey): Promise<void> {
  const encrypted = encryptChainKey(keyring, key.id, chainKeyFrom(key))
  await tx
    .insert(auditChainKeys)
    .values({ keyId: key.id, encrypted })
    .onConflictDoUpdate({ target: auditChainKeys.keyId, set: { encrypted } })
}

/** Encrypts a chain key, bound to the id of its encryption key. */
export function encryptChainKey(keyring: Keyring, keyId: string, chainKey: KeyObject): string {
  return encryptText(keyring, chainKey.export().toString('base64'), contextOf(keyId))
}

/**
 * Decrypts it.
 *
 * @throws Error where it was changed in the database, or the encryption key is missing
 */
export function decryptChainKey(keyring: Keyring, keyId: string, encrypted: string): KeyObject {
  return createSecretKey(decryptText(keyring, encrypted, contextOf(keyId)), 'base64')
}

function contextOf(keyId: string): string {
  return `audit chain key ${keyId}`
}
