import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { auditEvents } from '#server/platform/db/audit-schema.ts'
import type { EncryptionKey } from '#server/platform/encryption/keyring.ts'

export type AuditRow = typeof auditEvents.$inferSelect

/** What the first row is chained to. */
export const CHAIN_START = Buffer.alloc(32)

/**
 * The code of a row: HMAC-SHA-256 over the code before it and everything that the row says. Whoever changes rows
 * without the key, the database's owner included, cannot make codes that fit.
 */
export function codeOf(chainKey: KeyObject, before: Buffer, row: AuditRow): Buffer {
  return createHmac('sha256', chainKey).update(before).update(canonical(row)).digest()
}

/** A key of its own for the chain, from the one that encrypts (RFC 5869), as HMAC takes it at once (docs/decisions/0008). */
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

/** The database keeps an object's keys in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, inOrder(inner)])
}
