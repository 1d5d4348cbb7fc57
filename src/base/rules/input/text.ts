import { z } from 'zod'
import { tidyLine, tidyName } from '#base/rules/input/tidy.ts'

const SHORT_TEXT = 200

/** Control characters, which break databases, logs and mails. */
const CONTROL_CHARACTER = /\p{Cc}/u

function plainText(text: string): boolean {
  return text.isWellFormed() && !CONTROL_CHARACTER.test(text)
}

/** One normalised line of text without control characters. */
export function lineOfText(maxLength = SHORT_TEXT, required?: string) {
  return z
    .string(required === undefined ? undefined : { error: required })
    .overwrite(tidyLine)
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .refine(plainText, 'Please remove unusual characters')
}

/** Multi-line text: trimmed, no control characters except tabs and line breaks. */
export function proseText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .refine((text) => plainText(text.replaceAll(/[\t\r\n]/gu, ' ')), 'Please remove unusual characters')
}

/** As `lineOfText`, with all dashes as hyphens: names of people. */
export function nameText(maxLength = SHORT_TEXT, required?: string) {
  return lineOfText(maxLength, required).overwrite(tidyName)
}

/** Text that is required for a complete step. */
export function requiredText(message: string, maxLength = SHORT_TEXT) {
  return lineOfText(maxLength, message).min(1, message)
}

/** Text of a draft: empty means unanswered. */
export function draftText(maxLength = SHORT_TEXT, spelling: (text: string) => string = tidyLine) {
  return (
    lineOfText(maxLength)
      .transform((text) => (text === '' ? null : spelling(text)))
      // What it becomes, for descriptions: a transform has no type there.
      .pipe(z.string().nullable())
      .nullable()
  )
}

/** Text that is optional in a complete step. */
export function optionalText(maxLength = SHORT_TEXT) {
  return lineOfText(maxLength).nullish()
}
