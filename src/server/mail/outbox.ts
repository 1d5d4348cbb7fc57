import { z } from 'zod'
import type { Doer } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { mailOutbox } from '#server/db/mail-schema.ts'
import { domainOf, oneLine } from './addresses.ts'
import { sealBodies } from './sealed-bodies.ts'
import { siteFor } from './site-of.ts'
import { toHtml } from './templates/html.ts'
import { toPlainText } from './templates/plain-text.ts'
import { withoutSecrets, writeMail, type MailData, type MailTemplate } from './templates/templates.ts'
import type { RowsAtEnd } from '#server/rows-at-end.ts'
import type { Work } from '#server/work.ts'

/** A mail that something is the cause of. */
export interface MailToQueue<Name extends MailTemplate> {
  template: Name
  /** The address that the reader signs in with (decisions, "Where mails go"). */
  recipient: string
  data: MailData[Name]
}

/**
 * Puts a mail into the outbox, in the transaction of its cause: it is sent if and only if that commits. The name
 * under which it travels (Message-ID) is given here, so that it is the same at every attempt.
 *
 * What is only rehearsed is written as all mails are, but for its secrets, and told to whoever rehearses.
 *
 * @param notBefore until then it waits, and can be taken out again (docs/decisions/0083)
 * @returns its id
 * @throws Error where the recipient is not one well-formed address
 */
export async function queueMail<Name extends MailTemplate>(
  {
    tx,
    context,
    now,
    atEnd,
  }: Pick<Work<Doer | null, 'settings' | 'keyring' | 'rehearsal'>, 'tx' | 'context' | 'now' | 'atEnd'>,
  { template, recipient, data }: MailToQueue<Name>,
  notBefore: Date = now,
): Promise<string> {
  if (!z.regexes.html5Email.test(recipient)) throw new Error('The recipient of a mail is not an address.')
  const id = newId()
  const applicationId = 'applicationId' in data ? data.applicationId : null
  const { rehearsal } = context
  const rehearsedAt = rehearsal === undefined ? null : now
  const site = await siteFor(tx, context.settings, { recipient, applicationId, rehearsedAt })
  const content = writeMail(template, rehearsal === undefined ? data : withoutSecrets(data), site)
  const [subject, text] = [oneLine(content.subject), toPlainText(content, site)]
  rehearsal?.mails.push({ template, recipient, subject, text })
  const mail = {
    id,
    messageId: `<${id}@${domainOf(context.settings.mail.from)}>`,
    recipient,
    template,
    subject,
    ...sealBodies(context.keyring, id, { text, html: toHtml(content, site) }),
    createdAt: now,
    nextAttemptAt: notBefore,
  }
  if (atEnd === undefined) await tx.insert(mailOutbox).values(mail)
  else atEnd.mails.push(mail)
  return id
}

/**
 * Puts the mails of a transaction that writes them at its end into the outbox. They are of an act on many: mails that somebody
 * waits for leave before them.
 */
export async function writeMails(tx: Transaction, { mails }: RowsAtEnd): Promise<void> {
  if (mails.length > 0) await tx.insert(mailOutbox).values(mails.map((mail) => ({ ...mail, ofMany: true })))
}
