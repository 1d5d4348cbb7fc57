import type { Answers } from '#features/applications/rules/wizard/answers.ts'

declare const encrypted: unique symbol

/** Answers as stored: ID numbers, tax numbers and children's ID numbers are encrypted individually. */
export type EncryptedAnswers = Answers & { readonly [encrypted]: true }
