import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Doer } from '#features/access/server/actor.ts'
import { newId } from '#base/server/db/id.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { gateLevelOf, type GateLevel } from '#features/access/rules/gate-levels.ts'
import { gateOfMail } from './recipient-policy.ts'
import { domainOf, oneLine } from './addresses.ts'
import { editableTexts, refuseForeignLinks, siteWithEdit, siteWithoutClosing } from './edited-mail.ts'
import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { sitesOf } from './template-context.ts'
import type { MailSite } from './templates/site.ts'
import { toHtml } from './templates/html.ts'
import { toPlainText } from './templates/plain-text.ts'
import { withoutSecrets, writeMail, type MailData, type MailTemplate } from './templates/templates.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/** A mail to queue, with its cause. */
export interface MailToQueue<Name extends MailTemplate> {
  template: Name
  /** The recipient's sign-in address (decisions, "Where mails go"). */
  recipient: string
  data: MailData[Name]
}

/** Transaction and context for queueing mails. */
type Writing = Pick<
  TransactionContext<Doer | null, 'settings' | 'keyring' | 'dryRun' | 'editedMail' | 'editedMails'>,
  'tx' | 'context'
>

/** A mail with an id that is not written yet. */
interface NamedMail<Name extends MailTemplate = MailTemplate> extends MailToQueue<Name> {
  id: string
  createdAt: Date
  nextAttemptAt: Date
  ofMany: boolean
}

/**
 * Adds a mail to the outbox in the transaction of its cause, so it is sent if and only if that commits. Its Message-ID
 * is assigned here and the same at every attempt. A dry run writes mails without secrets and reports them. Mails at the
 * end of a transaction belong to a bulk action: individual mails are sent first.
 *
 * @param notBefore delays it, so that it can be undone (docs/decisions/0083)
 * @returns its id
 * @throws Error unless the recipient is one well-formed address; DomainError invalid (400) for links that are not the firm's
 */
export async function queueMail<Name extends MailTemplate>(
  { tx, context, now, atEnd }: Writing & Pick<TransactionContext, 'now' | 'atEnd'>,
  mail: MailToQueue<Name>,
  notBefore: Date = now,
): Promise<string> {
  if (!z.regexes.html5Email.test(mail.recipient)) {
    throw new Error('The recipient of a mail is not an address.')
  }
  const named = {
    ...mail,
    id: newId(),
    createdAt: now,
    nextAttemptAt: notBefore,
    ofMany: atEnd !== undefined,
  }
  if (atEnd === undefined) await writeMails({ tx, context }, [named])
  else atEnd.add(writeMails, named)
  return named.id
}

/** Writes mails to the outbox with one statement. */
async function writeMails({ tx, context }: Writing, mails: readonly NamedMail[]): Promise<void> {
  const [first] = mails
  const dryRunAt = context.dryRun === undefined ? null : (first?.createdAt ?? null)
  const siteOf = await sitesOf(tx, context.settings, { mails: mails.map(addressed), dryRunAt })
  const rows: OutboxValues[] = []
  for (const [index, mail] of mails.entries()) {
    // Yields to other requests between mails.
    if (index > 0) await turn()
    const site = siteOf(index)
    if (mayReceive(mail.template, site)) rows.push(written(context, mail, site))
  }
  if (rows.length > 0) await tx.insert(mailOutbox).values(rows)
}

type OutboxValues = PgInsertValue<typeof mailOutbox>

/** What is asked again when the mail leaves: the client's application, and how far it has to be. */
function gateOf({ template, recipient, data }: NamedMail): Pick<OutboxValues, 'applicationId' | 'gateLevel'> {
  const level = gateOfMail[template]
  const gateLevel = level === 'of-status' ? statusLevel(data) : level
  if (gateLevel === null) return {}
  if ('applicationId' in data) return { gateLevel, applicationId: data.applicationId }
  return {
    gateLevel,
    applicationId: sql`(select ${applications.id} from ${applications}
      inner join ${users} on ${users.id} = ${applications.userId} where ${users.username} = ${recipient})`,
  }
}

function statusLevel(data: MailData[MailTemplate]): GateLevel | null {
  return ('status' in data ? gateLevelOf[data.status] : undefined) ?? null
}

/** Mails to an address that its registration has not confirmed: the link, and what its owner asks for at sign-in. */
const toUnconfirmed: ReadonlySet<MailTemplate> = new Set(['address-confirmation', 'forgotten-password'])

/** Nothing else is sent to an unconfirmed address, which may be another person's (decisions, "Registration"). */
function mayReceive(template: MailTemplate, { reader }: MailSite): boolean {
  return reader?.isUnconfirmed !== true || toUnconfirmed.has(template)
}

function addressed({ recipient, data }: NamedMail) {
  return { recipient, applicationId: 'applicationId' in data ? data.applicationId : null }
}

function written(
  { settings, keyring, dryRun, editedMail, editedMails }: Writing['context'],
  { data, ...mail }: NamedMail,
  known: MailSite,
) {
  const { id, template, recipient } = mail
  if ('status' in data && 'reason' in data && data.reason !== null)
    refuseForeignLinks({ reason: data.reason }, settings.firm)
  const site = siteWithEdit(known, template, { editedMail, editedMails, firm: settings.firm })
  const shown = dryRun === undefined ? data : withoutSecrets(data)
  const content = writeMail(template, shown, site)
  const [subject, text] = [oneLine(content.subject), toPlainText(content, site)]
  if (dryRun !== undefined) {
    const unclosed = siteWithoutClosing(site, template)
    const ofMany = { ...unclosed, keepsPlaceholders: true } as const
    const open = writeMail(template, shown, editedMails === undefined ? unclosed : ofMany)
    const editable = editableTexts(template, open, editedMails)
    dryRun.mails.push({ template, recipient, subject, text, editable })
  }
  return {
    ...mail,
    ...gateOf({ data, ...mail }),
    messageId: `<${id}@${domainOf(settings.mail.from)}>`,
    subject,
    textBody: encrypt(keyring, mailOutbox.textBody, id, text),
    htmlBody: encrypt(keyring, mailOutbox.htmlBody, id, toHtml(content, site)),
  }
}
