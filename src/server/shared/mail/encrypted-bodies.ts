import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** Both forms of a mail's content. */
interface Bodies {
  text: string
  html: string
}

/** Encrypts a mail while it is in the outbox: it contains names and possibly a temporary password. */
export function encryptBodies(keyring: Keyring, mailId: string, { text, html }: Bodies) {
  return {
    textBody: encryptText(keyring, text, `mail ${mailId}: text`),
    htmlBody: encryptText(keyring, html, `mail ${mailId}: html`),
  }
}

/**
 * Decrypts a mail for sending.
 *
 * @throws Error if it was changed in the database, or its key is missing
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
