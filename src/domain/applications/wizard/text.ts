import { z } from 'zod'
import { tidyLine, tidyName } from '#domain/input/tidy.ts'

const SHORT_TEXT = 200

/** Characters that no answer needs and that databases, logs and mails trip over. */
const CONTROL_CHARACTER = /\p{Cc}/u

function plainText(text: string): boolean {
  return text.isWellFormed() && !CONTROL_CHARACTER.test(text)
}

/** One line of text in its one spelling, without control characters. */
export function lineOfText(maxLength = SHORT_TEXT, required?: string) {
  return z
    .string(required === undefined ? undefined : { error: required })
    .overwrite(tidyLine)
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .refine(plainText, 'Please remove the characters that cannot be printed')
}

/** Some lines of text: trimmed, without control characters other than tabs and ends of lines. */
export function proseText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .refine(
      (text) => plainText(text.replaceAll(/[\t\r\n]/gu, ' ')),
      'Please remove the characters that cannot be printed',
    )
}

/** As `lineOfText`, of which any dash is a hyphen: what people and children are called. */
export function nameText(maxLength = SHORT_TEXT, required?: string) {
  return lineOfText(maxLength, required).overwrite(tidyName)
}

/** A text that must be there for the step to be complete. */
export function requiredText(message: string, maxLength = SHORT_TEXT) {
  return lineOfText(maxLength, message).min(1, message)
}

/** A text of a draft: what is empty counts as not answered. */
export function draftText(maxLength = SHORT_TEXT, spelling: (text: string) => string = tidyLine) {
  return lineOfText(maxLength)
    .transform((text) => (text === '' ? null : spelling(text)))
    .nullable()
}

/** A text that a complete step may leave out. */
export function optionalText(maxLength = SHORT_TEXT) {
  return lineOfText(maxLength).nullish()
}
