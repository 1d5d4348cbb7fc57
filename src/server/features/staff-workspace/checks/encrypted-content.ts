import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** The encrypted part of a decision: the answers it is about are confidential. */
export interface SettlementContent {
  about: string
  reason: string
}

const boundTo = (settlementId: string) => `decision on a check ${settlementId}`

/** Encrypts the content of a decision, bound to its row. */
export function encryptContent(
  keyring: Keyring,
  settlementId: string,
  { about, reason }: SettlementContent,
): string {
  return encryptText(keyring, JSON.stringify({ about, reason }), boundTo(settlementId))
}

/**
 * The content of a decision.
 *
 * @throws Error where it was changed or moved in the database, or its key is missing
 */
export function decryptContent(keyring: Keyring, settlementId: string, content: string): SettlementContent {
  // Only `encryptContent` writes this.
  return JSON.parse(decryptText(keyring, content, boundTo(settlementId))) as SettlementContent
}
