import { fileNameInMail, nameInMail, passageInMail } from '#domain/mail/name-in-mail.ts'
import { accountMails, type AccountMailData } from './account-mails.ts'
import { applicationMails, type ApplicationMailData } from './application-mails.ts'
import { noteMails, type NoteMailData } from './note-mails.ts'
import { correctedMails, type CorrectedMailData } from './corrected-mails.ts'
import { correctionMails, type CorrectionMailData } from './correction-mails.ts'
import { digestMails, type DigestMailData } from './digest-mails.ts'
import { ownerMails, type OwnerMailData } from './owner-mails.ts'
import type { MailContent } from './content.ts'
import type { MailSite } from './site.ts'
import type { TemplatesFor } from './template.ts'

/** Texts within something else would not be seen by `writeMail`, which makes them harmless. */
type Flat<Data extends { [Name in keyof Data]: { [Field in keyof Data[Name]]: Plain } }> = Data
type Plain = string | number | boolean | Date | readonly string[] | null

/** What each kind of mail has to be told. */
export type MailData = Flat<
  AccountMailData &
    ApplicationMailData &
    CorrectedMailData &
    CorrectionMailData &
    DigestMailData &
    NoteMailData &
    OwnerMailData
>

export type MailTemplate = keyof MailData

/** Every kind of mail that the product sends. */
export const templates: TemplatesFor<MailData> = {
  ...accountMails,
  ...applicationMails,
  ...correctedMails,
  ...correctionMails,
  ...digestMails,
  ...noteMails,
  ...ownerMails,
}

/** The names of what is text in any of the kinds of data. */
type Texts<Data> = Data extends unknown
  ? {
      [Field in keyof Data & string]: Extract<Data[Field], string> extends never ? never : Field
    }[keyof Data & string]
  : never

/**
 * Who chose each text that a mail can hold. A name was chosen by whoever bears it, and goes through `nameInMail` whichever
 * template writes it; staff answer for what they write; the others are words of ours. The type refuses a text that does not stand here.
 */
const textsInMail = {
  fullName: 'name',
  authorName: 'name',
  managerName: 'name',
  managerEmail: 'ours',
  managerPhone: 'ours',
  clientName: 'name',
  fileName: 'name of a file',
  reason: 'of staff',
  token: 'secret',
  newAddress: 'ours',
  temporaryPassword: 'secret',
  roleLabel: 'ours',
  change: 'ours',
  status: 'ours',
  step: 'ours',
  due: 'ours',
  answerBy: 'ours',
  kind: 'ours',
  applicationId: 'ours',
} as const satisfies Record<
  Texts<MailData[MailTemplate]>,
  'name' | 'name of a file' | 'of staff' | 'ours' | 'secret'
>

const asWritten = {
  name: nameInMail,
  'name of a file': fileNameInMail,
  'of staff': passageInMail,
  ours: (text: string) => text,
  secret: (text: string) => text,
} as const

/** What stands in a mail that is only shown, where the one that is sent has what is made then. */
export const TO_COME = 'made-when-this-is-sent'

/** What a mail says, of what it has to be told. */
export function writeMail<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  site: MailSite,
): MailContent {
  const safe: MailData[Name] = { ...data }
  for (const field of Object.keys(textsInMail) as (keyof typeof textsInMail)[]) {
    const text: unknown = Reflect.get(safe, field)
    if (typeof text === 'string') Reflect.set(safe, field, asWritten[textsInMail[field]](text))
  }
  const { reader } = site
  const named = reader === null ? null : { ...reader, name: reader.name && nameInMail(reader.name) }
  return templates[template].write(safe, { ...site, reader: named })
}

/** What a mail has to be told, for whoever may see the mail but no secret in it. */
export function withoutSecrets<Name extends MailTemplate>(data: MailData[Name]): MailData[Name] {
  const shown: MailData[Name] = { ...data }
  for (const field of Object.keys(data) as (keyof typeof textsInMail)[]) {
    if (textsInMail[field] === 'secret') Reflect.set(shown, field, TO_COME)
  }
  return shown
}

/** Whether a mail is of a kind that this version knows. */
export function isTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(templates, name)
}
