import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import {
  hostsOf,
  isWorded,
  linkProblem,
  placeholderProblem,
  placeholdersOf,
  wordingsOf,
  type WordedMail,
} from '#features/brand/rules/wording.ts'
import type { FirmSettings } from '#features/brand/server/firm.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Context } from '#base/server/context.ts'
import type { EditedMails } from '#features/mail/server/dry-run-mails.ts'
import type { MailContent } from './templates/content.ts'
import type { MailSite } from './templates/site.ts'

/** The same command, whose mail to the client is sent as edited. */
export function withEditedMail<Act extends { context: Context }>(
  act: Act,
  mail: EditedMail | undefined,
): Act {
  return mail === undefined ? act : { ...act, context: { ...act.context, editedMail: mail } }
}

/** The same command, whose mails of these kinds have one text for several clients; no other kind can be edited. */
export function withEditedMails<Act extends { context: Context }>(act: Act, editedMails: EditedMails): Act {
  return { ...act, context: { ...act.context, editedMails } }
}

/** The hosts that mails of the firm may link to. */
export function ownHosts({ values: { links, contacts, identity } }: FirmSettings): Set<string> {
  const { supportEmail, complianceEmail, complaintsEmail } = contacts
  return hostsOf([...Object.values(links), identity.website, supportEmail, complianceEmail, complaintsEmail])
}

/**
 * The firm's wording for one mail, replaced by what its sender wrote.
 *
 * @throws DomainError invalid (400) for an unknown placeholder, and for a link that is not the firm's
 */
export function siteWithEdit(
  site: MailSite,
  template: string,
  { editedMail, editedMails, firm }: Pick<Context, 'editedMail' | 'editedMails'> & { firm: FirmSettings },
): MailSite {
  if (!isWorded(template)) return site
  const edited = editedMails === undefined ? editedMail : editedMails[template]
  if (edited === undefined) return site
  checkEdit(edited, template, ownHosts(firm))
  const { subject = '', text = '' } = edited
  return withTexts(site, template, {
    ...(subject.trim() !== '' && { subject }),
    ...(text.trim() !== '' && { opening: text }),
  })
}

/** Replaces some of the firm's texts of one mail. */
function withTexts(
  { branding, ...site }: MailSite,
  template: WordedMail,
  texts: Partial<Record<'subject' | 'opening' | 'closing', string>>,
): MailSite {
  const changed = { ...branding.wordings }
  for (const name of wordingsOf(template)) changed[name] = { ...changed[name], ...texts }
  return { ...site, branding: { ...branding, wordings: changed } }
}

/**
 * The problems of an edited mail: unknown placeholders, and links that are not the firm's.
 *
 * @param at its path in the input
 */
export function editErrors(mail: EditedMail, template: WordedMail, hosts: ReadonlySet<string>, at = 'mail') {
  const allowed = placeholdersOf(template)
  return (['subject', 'text'] as const).flatMap((name) => {
    const text = mail[name] ?? ''
    const message = placeholderProblem(text, allowed) ?? linkProblem(text, hosts)
    return message === null ? [] : [{ path: `${at}.${name}`, message }]
  })
}

/** @throws DomainError invalid (400) as `siteWithEdit` */
export function checkEdit(mail: EditedMail, template: WordedMail, hosts: ReadonlySet<string>): void {
  throwFirst(editErrors(mail, template, hosts))
}

/** @throws DomainError invalid (400) for the first of these problems, with all of them */
export function throwFirst(errors: ReturnType<typeof editErrors>): void {
  const [first] = errors
  if (first !== undefined) throw new DomainError('invalid', first.message, { errors })
}

/**
 * Refuses what staff wrote for a client if it names a link that is not the firm's, as in the rest of a mail.
 *
 * @param texts by their path in the input
 * @throws DomainError invalid (400)
 */
export function refuseForeignLinks(texts: Readonly<Record<string, string>>, firm: FirmSettings): void {
  const hosts = ownHosts(firm)
  const errors = Object.entries(texts).flatMap(([path, text]) => {
    const message = linkProblem(text, hosts)
    return message === null ? [] : [{ path, message }]
  })
  throwFirst(errors)
}

/** A site without the firm's closing and signature, which are no part of the text that can be edited. */
export function siteWithoutClosing(site: MailSite, template: string): MailSite {
  if (!isWorded(template)) return site
  return withTexts({ ...site, branding: { ...site.branding, signature: '' } }, template, { closing: '' })
}

/** The texts of a mail that its sender can edit; null for a mail with a fixed text. */
export function editableTexts(
  template: string,
  { subject, parts }: MailContent,
  editedMails: EditedMails | undefined,
): Required<EditedMail> | null {
  if (editedMails !== undefined && !Object.hasOwn(editedMails, template)) return null
  const end = parts.findIndex(({ kind }) => kind !== 'text')
  if (!isWorded(template) || end < 1) return null
  const texts = parts.slice(1, end).flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return { subject, text: texts.join('\n\n') }
}
