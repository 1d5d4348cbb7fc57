import { accountMails, type AccountMailData } from './account-mails.ts'
import { applicationMails, type ApplicationMailData } from './application-mails.ts'
import type { TemplatesFor } from './template.ts'

/** What each kind of mail has to be told. */
export type MailData = AccountMailData & ApplicationMailData

export type MailTemplate = keyof MailData

/** Every kind of mail that the product sends. */
export const templates: TemplatesFor<MailData> = { ...accountMails, ...applicationMails }

/** Whether a mail is of a kind that this version knows. */
export function isTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(templates, name)
}
