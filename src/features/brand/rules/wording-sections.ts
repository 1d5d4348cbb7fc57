import type { FirmField } from './field.ts'
import { placeholdersOf, wordedMailNames, wordedMails, type WordedMail } from './wording.ts'

interface WordingSection {
  title: string
  description: string
  fields: Record<'subject' | 'opening' | 'closing', FirmField>
}

/** The wording of each mail, as a section of the firm's settings. Empty texts leave the product's wording. */
export const wordingSections = Object.fromEntries(
  wordedMailNames.map((mail): [WordedMail, WordingSection] => [
    mail,
    {
      title: wordedMails[mail].title,
      description: `You can use ${placeholdersOf(mail)
        .map((name) => `{${name}}`)
        .join(', ')}.`,
      fields: {
        subject: { label: 'Subject', kind: 'wording-line', max: 120 },
        opening: {
          label: 'Opening',
          hint: 'Follows the greeting. Leave a blank line between paragraphs.',
          kind: 'wording',
          max: 1500,
        },
        closing: { label: 'Closing', hint: 'Shown above the button.', kind: 'wording', max: 1500 },
      },
    },
  ]),
) as Record<WordedMail, WordingSection>
