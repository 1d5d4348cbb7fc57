import { wordedMailNames, type StandardWording, type WordedMail } from '#features/brand/rules/wording.ts'
import type { BrandingSettings } from '#features/brand/server/branding.ts'
import { editableTexts } from '#features/mail/server/edited-mail.ts'
import type { MailSite } from '#features/mail/server/templates/site.ts'
import { writeMail } from '#features/mail/server/templates/templates.ts'
import { exampleOf } from './preview-wording.ts'

const NONE = { subject: '', opening: '', closing: '' }
const noWordings = Object.fromEntries(
  wordedMailNames.map((mail) => [mail, NONE]),
) as BrandingSettings['wordings']

/** The product's own wording of a mail, with placeholders for what differs between firms and clients. */
export function standardWording(branding: BrandingSettings, mail: WordedMail): StandardWording {
  const { template, data } = exampleOf(mail, new Date(0))
  const site: MailSite = {
    branding: {
      ...branding,
      firmName: '{firmName}',
      supportEmail: '{supportEmail}',
      supportPhone: '{supportPhone}',
      signature: '',
      wordings: noWordings,
    },
    hasDueDiligence: false,
    origin: '',
    recipient: '',
    reader: null,
    // Without one, some mails name the support hours, which firms change.
    contact: { name: 'manager', email: '', phone: null },
    reference: null,
    keepsPlaceholders: true,
  }
  const content = writeMail(template, data, site)
  return editableTexts(template, content, undefined) ?? { subject: content.subject, text: '' }
}

/** Whether two wordings say the same. */
export function isSameWording(one: StandardWording, other: StandardWording): boolean {
  return one.subject === other.subject && one.text === other.text
}
