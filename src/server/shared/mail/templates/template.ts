import { greeting, text, type MailContent, type MailPart } from './content.ts'
import type { MailSite } from './site.ts'

/** A kind of mail. */
interface Template<Data> {
  /** Holds something secret: what was written is wiped from the outbox once it is sent. */
  secret: boolean
  write: (data: Data, site: MailSite) => MailContent
}

/** One template for each kind of mail, by what that has to be told. */
export type TemplatesFor<Data> = { [Name in keyof Data]: Template<Data[Name]> }

/** Where whoever reads the mail can ask, and what to say then. */
export function supportLine({ branding, reference }: MailSite): MailPart {
  const give = reference === null ? '' : ` Please give your reference, ${reference}.`
  return text(
    `Questions? Email ${branding.supportEmail} or call ${branding.supportPhone}, Monday to Friday, 08:00–17:00 SAST.${give}`,
  )
}

/** Greets whoever reads the mail, by the name that they are known by where the mail itself is told none. */
export function greetReader(fullName: string | null, { reader }: MailSite): MailPart {
  return greeting(fullName || (reader?.name ?? null))
}
