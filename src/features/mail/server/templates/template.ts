import { greeting, text, type MailContent, type MailPart } from './content.ts'
import type { MailSite } from './site.ts'

/** A mail template. */
interface Template<Data> {
  /** Contains a secret: the content is wiped from the outbox once sent. */
  secret: boolean
  write: (data: Data, site: MailSite) => MailContent
}

/** One template for each kind of mail, by its data. */
export type TemplatesFor<Data> = { [Name in keyof Data]: Template<Data[Name]> }

/** "contact us", with the firm's contacts: production without settings of the firm has none. */
export function contactUs({ branding }: MailSite, when = ''): string {
  const contacts = [branding.supportEmail, branding.supportPhone].filter((contact) => contact !== '')
  return `contact us${when}${contacts.length === 0 ? '' : `: ${contacts.join(', ')}`}`
}

/** "email … or call …, …" */
export function emailOrCall(site: MailSite): string {
  const { supportEmail, supportPhone, office } = site.branding
  return supportEmail === '' || supportPhone === ''
    ? contactUs(site)
    : `email ${supportEmail} or call ${supportPhone}, ${office.hours}`
}

/** Support contact, with the reference to quote. */
export function supportLine(site: MailSite): MailPart {
  const { reference } = site
  const [first = '', ...rest] = emailOrCall(site)
  const give = reference === null ? '' : ` Please give your reference, ${reference}.`
  return text(`Questions? ${first.toUpperCase()}${rest.join('')}.${give}`)
}

/** Ends a mail to a client: from their wealth manager, or with the firm's contacts where there is none. */
export function closing(site: MailSite): MailPart[] {
  const { contact, reference } = site
  if (contact === null) return [supportLine(site)]
  const give = reference === null ? '' : ` Please give your reference, ${reference}.`
  return [
    text(`Questions? ${contact.phone === null ? 'Email me' : 'Call or email me'}.${give}`),
    text('Kind regards'),
    { kind: 'person', role: 'Your wealth manager', ...contact },
  ]
}

/** Greets the recipient by their known name, where the mail has none. */
export function greetReader(fullName: string | null, { reader }: MailSite): MailPart {
  return greeting(fullName || (reader?.name ?? null))
}
