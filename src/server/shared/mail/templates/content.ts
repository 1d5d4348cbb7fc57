/** One part of a mail, from which both its HTML and its plain text are made. */
export type MailPart =
  | { kind: 'text'; text: string }
  /** Something to be copied exactly, such as a password. */
  | { kind: 'code'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'list'; items: readonly string[] }
  /** The one thing to press: it leads to what the mail is about. */
  | { kind: 'link'; label: string; href: string }

/** What a mail says, apart from how it looks. */
export interface MailContent {
  subject: string
  /** What mail programs show beside the subject, before the mail is opened: what it means for the reader. */
  preheader: string
  parts: readonly MailPart[]
}

/** A paragraph. */
export function text(content: string): MailPart {
  return { kind: 'text', text: content }
}

/** Greets a person by the first word of their name, where there is one. */
export function greeting(fullName: string | null): MailPart {
  const [firstName = ''] = (fullName ?? '').trim().split(/\s+/u)
  return text(firstName === '' ? 'Good day,' : `Dear ${firstName},`)
}
