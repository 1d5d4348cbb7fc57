import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { auditChainKeys } from '#server/platform/db/audit-schema.ts'
import type { EncryptionKey, Keyring } from '#server/platform/encryption/keyring.ts'
import { openText, sealText } from '#server/platform/encryption/text-cipher.ts'
import { chainKeyFrom } from './chain.ts'

/** The chain keys by the id of the encryption key that they were derived from. */
export interface ChainKeys {
  find: (keyId: string) => KeyObject | undefined
}

/** The chain keys of the current keyring, and stored ones of retired encryption keys. */
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

/** Stores a chain key, encrypted with the current key, so that its own encryption key can be retired. */
export async function keepChainKey(tx: Transaction, keyring: Keyring, key: EncryptionKey): Promise<void> {
  const sealed = sealChainKey(keyring, key.id, chainKeyFrom(key))
  await tx
    .insert(auditChainKeys)
    .values({ keyId: key.id, sealed })
    .onConflictDoUpdate({ target: auditChainKeys.keyId, set: { sealed } })
}

/** Encrypts a chain key, bound to the id of its encryption key. */
export function sealChainKey(keyring: Keyring, keyId: string, chainKey: KeyObject): string {
  return sealText(keyring, chainKey.export().toString('base64'), placeOf(keyId))
}

/**
 * Decrypts it.
 *
 * @throws Error where it was changed in the database, or the encryption key is missing
 */
export function openChainKey(keyring: Keyring, keyId: string, sealed: string): KeyObject {
  return createSecretKey(openText(keyring, sealed, placeOf(keyId)), 'base64')
}

function placeOf(keyId: string): string {
  return `audit chain key ${keyId}`
}
