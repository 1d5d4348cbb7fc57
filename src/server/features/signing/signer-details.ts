import type { PasskeyEvidence } from '#server/features/auth/passkeys/proof.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** Personal data of a signature. */
export interface SignerDetails {
  name: string
  ip: string | null
  device: string
  /** What anyone can verify the signature with; missing where it was made with the password. */
  passkey?: PasskeyEvidence
}

function contextOf(documentId: string): string {
  return `document ${documentId}: signature`
}

/** Encrypts the signer's personal data, bound to the document. */
export function encryptSignerDetails(
  keyring: Keyring,
  documentId: string,
  particulars: SignerDetails,
): string {
  return encryptText(keyring, JSON.stringify(particulars), contextOf(documentId))
}

/** Decrypts it. @throws Error where it was changed or moved in the database, or its key is missing */
export function decryptSignerDetails(keyring: Keyring, documentId: string, sealed: string): SignerDetails {
  return JSON.parse(decryptText(keyring, sealed, contextOf(documentId))) as SignerDetails
}
