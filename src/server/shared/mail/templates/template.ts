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

/** Support contact, with the reference to quote. */
export function supportLine({ branding, reference }: MailSite): MailPart {
  const give = reference === null ? '' : ` Please give your reference, ${reference}.`
  return text(
    `Questions? Email ${branding.supportEmail} or call ${branding.supportPhone}, Monday to Friday, 08:00–17:00 SAST.${give}`,
  )
}

/** Greets the recipient by their known name, where the mail has none. */
export function greetReader(fullName: string | null, { reader }: MailSite): MailPart {
  return greeting(fullName || (reader?.name ?? null))
}
