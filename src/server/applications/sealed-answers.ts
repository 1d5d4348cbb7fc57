import type { Answers } from '#domain/applications/wizard/answers.ts'
import type { Keyring } from '#server/encryption/keyring.ts'
import { openText, sealText } from '#server/encryption/text-cipher.ts'

declare const sealed: unique symbol

/** Answers as the database keeps them: ID numbers, tax numbers and children's ID numbers are encrypted one by one. */
export type SealedAnswers = Answers & { readonly [sealed]: true }

type Change = (text: string, field: string) => string

/** Applies a change to each answer that is kept encrypted. */
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

function placeOf(applicationId: string, field: string): string {
  return `application ${applicationId}: ${field}`
}

/** Encrypts for storage, bound to the application and the field. */
export function sealAnswers(keyring: Keyring, applicationId: string, answers: Answers): SealedAnswers {
  const changed = changeSecrets(answers, (text, field) =>
    sealText(keyring, text, placeOf(applicationId, field)),
  )
  return changed as SealedAnswers
}

/**
 * Decrypts what was stored.
 *
 * @throws Error where a text was changed or moved in the database, or its key is missing
 */
export function openAnswers(keyring: Keyring, applicationId: string, stored: SealedAnswers): Answers {
  return changeSecrets(stored, (text, field) => openText(keyring, text, placeOf(applicationId, field)))
}
