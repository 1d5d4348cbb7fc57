import type { Answers } from '#domain/applications/wizard/answers.ts'

declare const encrypted: unique symbol

/** Answers as the database keeps them: ID numbers, tax numbers and children's ID numbers are encrypted one by one. */
export type EncryptedAnswers = Answers & { readonly [encrypted]: true }
