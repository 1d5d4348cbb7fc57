import type { MailContent, MailPart } from './content.ts'
import type { MailSite } from './site.ts'

const partWriters: { [Kind in MailPart['kind']]: (part: Extract<MailPart, { kind: Kind }>) => string } = {
  text: ({ text }) => text,
  code: ({ text }) => `    ${text}`,
  facts: ({ facts }) => facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
  list: ({ items }) => items.map((item) => `- ${item}`).join('\n'),
  person: ({ name, role, email, phone }) => [name, role, phone, email].filter(Boolean).join('\n'),
  link: ({ label, href }) => `${label}:\n${href}`,
}

function writePart<Kind extends MailPart['kind']>(part: Extract<MailPart, { kind: Kind }>): string {
  const write: (part: Extract<MailPart, { kind: Kind }>) => string = partWriters[part.kind]
  return write(part)
}

/** The plain text of a mail. */
export function toPlainText({ parts }: MailContent, { branding }: MailSite): string {
  return [...parts.map(writePart), `--\n${branding.firmName}\n${branding.tagline}`].join('\n\n') + '\n'
}
