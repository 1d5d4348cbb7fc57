/** A part of a mail, rendered as HTML and plain text. */
export type MailPart =
  | { kind: 'text'; text: string }
  /** Text to copy exactly, such as a password. */
  | { kind: 'code'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'list'; items: readonly string[] }
  /** A person to call or to email. */
  | { kind: 'person'; name: string; role: string; email: string; phone: string | null }
  /** The main button: a link to the mail's subject. */
  | { kind: 'link'; label: string; href: string }

/** A mail's content, independent of its form. */
export interface MailContent {
  subject: string
  /** Preview text beside the subject: what it means for the reader. */
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
