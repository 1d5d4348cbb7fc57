import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { auditEvents } from '#features/audit/schema.ts'
import type { EncryptionKey } from '#base/server/encryption/keyring.ts'

export type AuditRow = typeof auditEvents.$inferSelect

/** The previous code of the first row. */
export const CHAIN_START = Buffer.alloc(32)

/**
 * The code of a row: HMAC-SHA-256 over the previous code and all fields of the row. Without the key not even the
 * database owner can compute it.
 */
export function codeOf(chainKey: KeyObject, before: Buffer, row: AuditRow): Buffer {
  return createHmac('sha256', chainKey).update(before).update(canonical(row)).digest()
}

/** Derives the chain's key from an encryption key (RFC 5869), ready for HMAC (docs/decisions/0008). */
export function chainKeyFrom({ secret }: EncryptionKey): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'audit chain', 32)))
}

function canonical(row: AuditRow): string {
  const { id, at, action, success, actorId, actorRole, objectId, ip, details } = row
  return JSON.stringify([
    id,
    at.toISOString(),
    action,
    success,
    actorId,
    actorRole,
    objectId,
    ip,
    inOrder(details),
  ])
}

/** Sorts keys, since the database stores an object's keys in its own order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, inOrder(inner)])
}
