import { unanswered, type Answers } from '#features/applications/rules/wizard/answers.ts'
import type { EncryptedAnswers } from '#features/access/schema/encrypted-answers.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { hashOfAnswered } from './number-hash.ts'
import { isEncryptedWithNewest, decryptText, encryptText } from '#base/server/encryption/text-cipher.ts'

type Change = (text: string, field: string) => string

/** Applies a change to each encrypted answer. */
function changeSecrets(answers: Answers, change: Change): Answers {
  const changed = (text: string | null, field: string) => (text === null ? null : change(text, field))
  return {
    ...answers,
    idNumber: changed(answers.idNumber, 'idNumber'),
    taxIncomeNumber: changed(answers.taxIncomeNumber, 'taxIncomeNumber'),
    childrenDetails: answers.childrenDetails.map((child, index) => ({
      ...child,
      idNumber: changed(child.idNumber, `childrenDetails.${index}.idNumber`),
    })),
  }
}

function locationOf(applicationId: string, field: string): string {
  return `application ${applicationId}: ${field}`
}

/** The stored form of decrypted answers: unchanged ones keep their ciphertext. */
export interface DecryptedAnswers {
  encrypted: EncryptedAnswers
  answers: Answers
}

/**
 * Encrypts for storage, bound to application and field.
 *
 * @param before unchanged secrets keep this ciphertext if it has the newest key
 */
export function encryptAnswers(
  keyring: Keyring,
  applicationId: string,
  answers: Answers,
  before?: DecryptedAnswers,
): EncryptedAnswers {
  const textsBefore = before && secretsOf(before.answers)
  const encryptedBefore = before && secretsOf(before.encrypted)
  const changed = changeSecrets(answers, (text, field) => {
    const known = textsBefore?.get(field) === text ? encryptedBefore?.get(field) : undefined
    if (known !== undefined && isEncryptedWithNewest(keyring, known)) return known
    return encryptText(keyring, text, locationOf(applicationId, field))
  })
  return changed as EncryptedAnswers
}

/**
 * Answers as stored in `applications`: encrypted, with the ID number hash.
 *
 * @param before as for `encryptAnswers`
 */
export function storedAnswers(
  keyring: Keyring,
  applicationId: string,
  answers: Answers,
  before?: DecryptedAnswers,
): { answers: EncryptedAnswers; idNumberHash: Buffer } {
  const encrypted = encryptAnswers(keyring, applicationId, answers, before)
  return { answers: encrypted, idNumberHash: hashOfAnswered(keyring, answers, encrypted) }
}

/** The ciphertexts among stored answers. */
export function encryptedTexts(stored: EncryptedAnswers): string[] {
  return [...secretsOf(stored).values()]
}

/** All answered secrets by field. */
function secretsOf(answers: Answers): Map<string, string> {
  const secrets = new Map<string, string>()
  changeSecrets(answers, (text, field) => {
    secrets.set(field, text)
    return text
  })
  return secrets
}

/**
 * Decrypts stored answers. Questions added since are unanswered.
 *
 * @throws Error if a text was changed or moved in the database, or its key is missing
 */
export function decryptAnswers(keyring: Keyring, applicationId: string, stored: EncryptedAnswers): Answers {
  return changeSecrets({ ...unanswered, ...stored }, (text, field) =>
    decryptText(keyring, text, locationOf(applicationId, field)),
  )
}
