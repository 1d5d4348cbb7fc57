import { fileNameInMail, nameInMail, passageInMail } from '#features/mail/rules/name-in-mail.ts'
import { accountMails, type AccountMailData } from './account-mails.ts'
import { applicationMails, type ApplicationMailData } from './application-mails.ts'
import { invitationMails, type InvitationMailData } from './invitation-mails.ts'
import { noteMails, type NoteMailData } from './note-mails.ts'
import { correctedMails, type CorrectedMailData } from './corrected-mails.ts'
import { correctionMails, type CorrectionMailData } from './correction-mails.ts'
import { dueDiligenceMails, type DueDiligenceMailData } from './due-diligence-mails.ts'
import { digestMails, type DigestMailData } from './digest-mails.ts'
import { integrationMails, type IntegrationMailData } from './integration-mails.ts'
import { ownerMails, type OwnerMailData } from './owner-mails.ts'
import { signInMails, type SignInMailData } from './sign-in-mails.ts'
import type { MailContent } from './content.ts'
import { withPlaceholders, withWording } from './firm-wording.ts'
import type { MailSite } from './site.ts'
import type { TemplatesFor } from './template.ts'

/** Nested texts would bypass `writeMail`, which neutralises them. */
type Flat<Data extends { [Name in keyof Data]: { [Field in keyof Data[Name]]: Plain } }> = Data
type Plain = string | number | boolean | Date | readonly string[] | null

/** Data of each kind of mail. */
export type MailData = Flat<
  AccountMailData &
    ApplicationMailData &
    CorrectedMailData &
    CorrectionMailData &
    DigestMailData &
    DueDiligenceMailData &
    IntegrationMailData &
    InvitationMailData &
    NoteMailData &
    OwnerMailData &
    SignInMailData
>

export type MailTemplate = keyof MailData

/** All mail templates. */
export const templates: TemplatesFor<MailData> = {
  ...accountMails,
  ...applicationMails,
  ...correctedMails,
  ...correctionMails,
  ...digestMails,
  ...dueDiligenceMails,
  ...integrationMails,
  ...invitationMails,
  ...noteMails,
  ...ownerMails,
  ...signInMails,
}

/** Names of the text fields in any template data. */
type Texts<Data> = Data extends unknown
  ? {
      [Field in keyof Data & string]: Extract<Data[Field], string> extends never ? never : Field
    }[keyof Data & string]
  : never

/**
 * The author of each text field in mails. Users choose names, so these pass through `nameInMail`; staff text is used as
 * written; the others are our own. The type requires every text field.
 */
const textsInMail = {
  fullName: 'name',
  /** Of a webhook or an API token. */
  name: 'name',
  trouble: 'ours',
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
  provider: 'ours',
  account: 'ours',
  ip: 'ours',
  passkeyName: 'name',
  status: 'ours',
  step: 'ours',
  due: 'ours',
  answerBy: 'ours',
  kind: 'ours',
  applicationId: 'ours',
  date: 'ours',
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

/** Placeholder in previews for values generated on sending. */
export const TO_COME = 'made-when-this-is-sent'

/** Renders a mail's content from its data. */
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
  const contact = site.contact && { ...site.contact, name: nameInMail(site.contact.name) }
  const known = { ...site, reader: named, contact }
  // Names lose their braces above.
  const filled = known.keepsPlaceholders ? withPlaceholders(safe) : safe
  return withWording(template, filled, templates[template].write(filled, known), known)
}

/** A mail's data without secrets, for previews. */
export function withoutSecrets<Name extends MailTemplate>(data: MailData[Name]): MailData[Name] {
  const shown: MailData[Name] = { ...data }
  for (const field of Object.keys(data) as (keyof typeof textsInMail)[]) {
    if (textsInMail[field] === 'secret') Reflect.set(shown, field, TO_COME)
  }
  return shown
}

/** Whether this version has the template. */
export function isTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(templates, name)
}
