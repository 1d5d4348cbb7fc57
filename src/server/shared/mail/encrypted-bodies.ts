import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** A mail's content: both forms of it. */
interface Bodies {
  text: string
  html: string
}

/** Encrypts a mail for as long as it lies in the outbox: it may hold a temporary password, and holds names. */
export function encryptBodies(keyring: Keyring, mailId: string, { text, html }: Bodies) {
  return {
    textBody: encryptText(keyring, text, `mail ${mailId}: text`),
    htmlBody: encryptText(keyring, html, `mail ${mailId}: html`),
  }
}

/**
 * Decrypts a mail to send it.
 *
 * @throws Error where it was changed in the database, or its key is missing
 */
export function decryptBodies(
  keyring: Keyring,
  mailId: string,
  { textBody, htmlBody }: { textBody: string; htmlBody: string },
): Bodies {
  return {
    text: decryptText(keyring, textBody, `mail ${mailId}: text`),
    html: decryptText(keyring, htmlBody, `mail ${mailId}: html`),
  }
}
