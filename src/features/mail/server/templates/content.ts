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

/** "J.", "J.P." and titles such as "Prof." greet no one. */
const NO_FIRST_NAME = /^(?:\p{L}|.*\.|dr|prof|adv|rev|hon|mrs?|ms|miss|mnr|mev|me|ds)$/iu

/** Greets a person by the first word of their name, or by the whole name where that is an initial or a title. */
export function greeting(fullName: string | null): MailPart {
  const name = (fullName ?? '').replaceAll(/[\s,]+/gu, ' ').trim()
  const [first = ''] = name.split(' ')
  return text(name === '' ? 'Good day,' : `Dear ${NO_FIRST_NAME.test(first) ? name : first},`)
}
