import type { ParsedInput } from '#domain/api/contract.ts'
import { placeholders, type WordedMail } from '#domain/firm/wording.ts'
import type { Context } from '#server/shared/context.ts'
import { originOf } from '#server/shared/mail/template-context.ts'
import type { MailContent } from '#server/shared/mail/templates/content.ts'
import { toPlainText } from '#server/shared/mail/templates/plain-text.ts'
import { TO_COME, writeMail, type MailData } from '#server/shared/mail/templates/templates.ts'
import type { MailSite } from '#server/shared/mail/templates/site.ts'
import { checkSection } from './check-section.ts'

const fullName = placeholders.clientName.example
const due = placeholders.dueDate.example
const answerBy = placeholders.answerBy.example
const items = ['Payslip: it is older than three months', 'Bank account number']

const example =
  <Mail extends WordedMail>(mail: Mail, dataOf: (now: Date) => MailData[Mail]) =>
  (site: MailSite, now: Date) =>
    writeMail(mail, dataOf(now), site)

const invitationOn = (now: Date) => ({
  fullName,
  managerName: placeholders.managerName.example,
  managerEmail: 'manager@firm.example',
  managerPhone: placeholders.managerPhone.example,
  token: TO_COME,
  expiresAt: now,
})

/** The mails to a made-up client. */
const examples: Record<WordedMail, (site: MailSite, now: Date) => MailContent> = {
  invitation: example('invitation', invitationOn),
  'invitation-imported': example('invitation-imported', invitationOn),
  'application-submitted': example('application-submitted', () => ({
    fullName,
    applicationId: '',
    answerBy,
  })),
  'application-status': example('application-status', () => ({
    fullName,
    status: 'under_review',
    reason: null,
    answerBy,
  })),
  'application-reminder': example('application-reminder', () => ({
    fullName,
    step: placeholders.step.example,
  })),
  'application-reopened': example('application-reopened', () => ({ fullName, draft: true })),
  'annual-review': example('annual-review', () => ({ fullName, due })),
  'corrections-asked': example('corrections-asked', () => ({ fullName, items, due })),
  'corrections-reminder': example('corrections-reminder', () => ({ fullName, items, due })),
  'corrections-withdrawn': example('corrections-withdrawn', () => ({ fullName })),
}

/**
 * Renders a mail to a made-up client with a wording that is not stored yet. Nothing is sent.
 *
 * @throws DomainError invalid (400) per field
 */
export function previewWording(
  { settings }: Pick<Context, 'settings'>,
  { mail, ...wording }: ParsedInput<'POST /api/firm/wording-previews'>['body'],
  now: Date,
): { subject: string; text: string } {
  checkSection(settings.firm, mail, wording)
  const { branding } = settings
  const site: MailSite = {
    branding: { ...branding, wordings: { ...branding.wordings, [mail]: wording } },
    origin: originOf(settings),
    recipient: 'client@home.example',
    reader: { name: fullName, role: 'client' },
    contact: {
      name: placeholders.managerName.example,
      email: 'manager@firm.example',
      phone: placeholders.managerPhone.example,
    },
    reference: placeholders.reference.example,
  }
  const content = examples[mail](site, now)
  return { subject: content.subject, text: toPlainText(content, site) }
}
