import type { WordedMail } from '#features/brand/rules/wording.ts'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { MailTemplate } from './templates/templates.ts'

/** A mail that a dry run would have queued. */
export interface DryRunMail {
  template: MailTemplate
  recipient: string
  subject: string
  text: string
  /** The texts that the sender can edit; null for a mail with a fixed text. */
  editable: Required<EditedMail> | null
}

/** Edited mails by kind; undefined for one that can be edited and was not. */
export type EditedMails = Partial<Record<WordedMail, EditedMail | undefined>>

/** A dry run of an action for previewing its mails; it is rolled back (`mail-previews/`). */
export interface DryRun {
  mails: DryRunMail[]
}

declare module '#base/server/context.ts' {
  interface Context {
    /** Set in a dry run: no secrets are generated and no rate limits counted. */
    dryRun?: DryRun
    /** The mail to the client as the caller edited it. */
    editedMail?: EditedMail
    /** Where a command sends mails to several clients: the kinds that the caller can edit, with what was written. */
    editedMails?: EditedMails
  }
}
