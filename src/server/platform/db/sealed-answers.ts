import type { Answers } from '#domain/applications/wizard/answers.ts'

declare const sealed: unique symbol

/** Answers as the database keeps them: ID numbers, tax numbers and children's ID numbers are encrypted one by one. */
export type SealedAnswers = Answers & { readonly [sealed]: true }
