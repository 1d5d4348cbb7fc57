import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { openText, sealText } from '#server/platform/encryption/text-cipher.ts'

/** What is private of a signature. */
export interface Particulars {
  name: string
  ip: string | null
  device: string
}

function placeOf(documentId: string): string {
  return `document ${documentId}: signature`
}

/** Encrypts who signed a document, bound to it. */
export function sealParticulars(keyring: Keyring, documentId: string, particulars: Particulars): string {
  return sealText(keyring, JSON.stringify(particulars), placeOf(documentId))
}

/** Decrypts it. @throws Error where it was changed or moved in the database, or its key is missing */
export function openParticulars(keyring: Keyring, documentId: string, sealed: string): Particulars {
  return JSON.parse(openText(keyring, sealed, placeOf(documentId))) as Particulars
}
