import type { MailPart } from './content.ts'
import type { MailSite } from './site.ts'

/** What people call the application, as a row of facts; nothing where the mail is about none. */
export function referenceFacts({ reference }: MailSite): (readonly [string, string])[] {
  return reference === null ? [] : [['Reference', reference]]
}

/** The same as a part of its own. */
export function referencePart(site: MailSite): MailPart[] {
  const facts = referenceFacts(site)
  return facts.length === 0 ? [] : [{ kind: 'facts', facts }]
}

/** Where somebody of the staff works on an application: managers and admins have pages of their own. */
export function reviewLink(applicationId: string, { origin, reader }: MailSite): MailPart {
  const query = `?application=${encodeURIComponent(applicationId)}`
  const page = reader?.role === 'admin' ? '/admin' : '/wealth-manager/review'
  return { kind: 'link', label: 'Open the application', href: `${origin}${page}${query}` }
}
