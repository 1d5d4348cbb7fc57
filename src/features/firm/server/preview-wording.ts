import type { ParsedInput } from '#base/rules/api/contract.ts'
import {
  placeholders,
  subjectOfWording,
  type WordedMail,
  type WordedTemplate,
} from '#features/brand/rules/wording.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { doWithin } from '#base/server/throttling/throttle.ts'
import { originOf } from '#features/mail/server/template-context.ts'
import { toPlainText } from '#features/mail/server/templates/plain-text.ts'
import { TO_COME, writeMail, type MailData } from '#features/mail/server/templates/templates.ts'
import type { MailSite } from '#features/mail/server/templates/site.ts'
import { checkSection } from './check-section.ts'

type Settings = Context['settings']

const fullName = placeholders.clientName.example
const due = placeholders.dueDate.example
const answerBy = placeholders.answerBy.example
const items = ['Payslip: it is older than three months', 'Bank account number']

const invitationOn = (now: Date) => ({
  fullName,
  managerName: placeholders.managerName.example,
  managerEmail: 'manager@firm.example',
  managerPhone: placeholders.managerPhone.example,
  token: TO_COME,
  expiresAt: now,
})

/** Of no application: mails look it up. */
const NO_APPLICATION = '00000000-0000-0000-0000-000000000000'

/** The data of mails to a made-up client. */
const examples: { [Mail in WordedTemplate]: (now: Date) => MailData[Mail] } = {
  invitation: invitationOn,
  'invitation-imported': invitationOn,
  'application-submitted': () => ({
    fullName,
    applicationId: NO_APPLICATION,
    answerBy,
  }),
  'application-status': () => ({
    fullName,
    status: 'under_review',
    reason: null,
    answerBy,
  }),
  'application-reminder': () => ({
    fullName,
    step: placeholders.step.example,
  }),
  'application-reopened': () => ({ fullName, draft: true }),
  'annual-review': () => ({ fullName, due }),
  'corrections-asked': () => ({ fullName, items, due }),
  'corrections-reminder': () => ({ fullName, items, due }),
  'corrections-withdrawn': () => ({ fullName }),
}

/** A mail to a made-up client. */
export function exampleOf(
  mail: WordedMail,
  now: Date,
): { template: WordedTemplate; data: MailData[WordedTemplate] } {
  const { template, status } = subjectOfWording(mail)
  if (status === null) return { template, data: examples[template](now) }
  const reason = status === 'rejected' ? placeholders.reason.example : null
  const promised = status === 'under_review' ? answerBy : null
  return { template, data: { fullName, status, reason, answerBy: promised } }
}

type Wording = ParsedInput<'POST /api/firm/wording-previews'>['body']

/** The branding with a wording that is not stored yet. @throws DomainError invalid (400) per field */
function brandingWith({ firm, branding }: Settings, { mail, ...wording }: Wording): Settings['branding'] {
  checkSection(firm, mail, wording)
  return { ...branding, wordings: { ...branding.wordings, [mail]: wording } }
}

/**
 * Renders a mail to a made-up client with a wording that is not stored yet. Nothing is sent.
 *
 * @throws DomainError invalid (400) per field
 */
export function previewWording(
  { settings }: Pick<Context, 'settings'>,
  asked: Wording,
  now: Date,
): { subject: string; text: string } {
  const site: MailSite = {
    branding: brandingWith(settings, asked),
    hasDueDiligence: settings.dueDiligence.on,
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
  const { template, data } = exampleOf(asked.mail, now)
  const content = writeMail(template, data, site)
  return { subject: content.subject, text: toPlainText(content, site) }
}

/**
 * Sends the same mail to the caller, with its sender, logo and signature.
 *
 * @throws DomainError invalid (400) per field; throttled (429) after 20 in an hour
 */
export async function sendTestMail(act: CommandContext, asked: Wording): Promise<void> {
  const { context, actor, now } = act
  const branding = brandingWith(context.settings, asked)
  const { mail } = asked
  await doWithin(context, ['testMails', actor.userId, 'You have sent yourself many emails.'], () =>
    inTransaction(act, async (work) => {
      const worded = { ...work, context: { ...context, settings: { ...context.settings, branding } } }
      await queueMail(worded, { ...exampleOf(mail, now), recipient: actor.username })
      await record(work, 'firm.wording-tested', null, { mail })
    }),
  )
}
