import type { MailPart } from './content.ts'
import type { MailSite } from './site.ts'

/** The application's reference as a row of facts; nothing without an application. */
export function referenceFacts({ reference }: MailSite): (readonly [string, string])[] {
  return reference === null ? [] : [['Reference', reference]]
}

/** The same as a separate part. */
export function referencePart(site: MailSite): MailPart[] {
  const facts = referenceFacts(site)
  return facts.length === 0 ? [] : [{ kind: 'facts', facts }]
}

/** Link to an application for staff: managers and admins have different pages. */
export function reviewLink(applicationId: string, { origin, reader }: MailSite): MailPart {
  const query = `?application=${encodeURIComponent(applicationId)}`
  const page = reader?.role === 'admin' ? '/admin' : '/wealth-manager/review'
  return { kind: 'link', label: 'Open the application', href: `${origin}${page}${query}` }
}
