import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { auditChainKeys } from '#features/audit/schema.ts'
import type { EncryptionKey, Keyring } from '#base/server/encryption/keyring.ts'
import { decrypt, encrypt } from '#base/server/db/encrypted-columns.ts'
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
      createSecretKey(decrypt(keyring, auditChainKeys.encrypted, keyId, encrypted), 'base64'),
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
  const text = chainKeyFrom(key).export().toString('base64')
  const encrypted = encrypt(keyring, auditChainKeys.encrypted, key.id, text)
  await tx
    .insert(auditChainKeys)
    .values({ keyId: key.id, encrypted })
    .onConflictDoUpdate({ target: auditChainKeys.keyId, set: { encrypted } })
}
