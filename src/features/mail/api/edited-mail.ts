import { z } from 'zod'
import { lineOfText, proseText } from '#base/rules/input/text.ts'
import { withoutInvisible } from '#base/rules/input/tidy.ts'

/** Limits of an edited mail, as of the firm's own wording. */
export const MAX_MAIL_SUBJECT = 120
export const MAX_MAIL_TEXT = 1500

/**
 * A mail to a client as its sender edited it. Greeting, facts, button and the firm's signature stay; a text that is left
 * out or empty stays too. Placeholders as in the firm's wording, and links to the firm's own hosts only.
 */
export const editedMailSchema = z.strictObject({
  subject: lineOfText(MAX_MAIL_SUBJECT).optional(),
  /** Between the greeting and the first fact or button; paragraphs are separated by an empty line. */
  text: proseText(MAX_MAIL_TEXT).overwrite(withoutInvisible).optional(),
})

export type EditedMail = z.infer<typeof editedMailSchema>
