import type { PasskeyEvidence } from '#features/sign-in/server/passkeys/proof.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { decryptJson } from '#base/server/db/encrypted-columns.ts'
import { documentSignatures } from '#features/signing/schema/signing-schema.ts'

/** Personal data of a signature. */
export interface SignerDetails {
  name: string
  ip: string | null
  device: string
  /** What anyone can verify the signature with; missing where it was made with the password. */
  passkey?: PasskeyEvidence
}

/** Decrypts it. @throws Error where it was changed or moved in the database, or its key is missing */
export function decryptSignerDetails(keyring: Keyring, documentId: string, sealed: string): SignerDetails {
  return decryptJson(keyring, documentSignatures.particulars, documentId, sealed) as SignerDetails
}
