import {
  fillWording,
  isWorded,
  placeholders,
  wordingsOf,
  type PlaceholderValues,
  type WordedMail,
} from '#features/brand/rules/wording.ts'
import { nameInMail } from '#features/mail/rules/name-in-mail.ts'
import { text, type MailContent, type MailPart } from './content.ts'
import type { MailSite } from './site.ts'

/** Length of the preview beside the subject. */
const PREHEADER_LENGTH = 140

const fieldOf = (data: object, name: string): string | null => {
  const value: unknown = Reflect.get(data, name)
  return typeof value === 'string' ? value : null
}

/** Every placeholder as its own value. */
const ofAnyReader: PlaceholderValues = Object.fromEntries(
  Object.keys(placeholders).map((name) => [name, `{${name}}`]),
)

/** The same data with placeholders where readers differ, as far as a wording can name them. */
export function withPlaceholders<Data extends object>(data: Data): Data {
  const named = {
    managerName: '{managerName}',
    step: '{step}',
    answerBy: '{answerBy}',
    due: '{dueDate}',
    reason: '{reason}',
  }
  const present = Object.entries(named).filter(([field]) => typeof Reflect.get(data, field) === 'string')
  return { ...data, ...Object.fromEntries(present) }
}

function valuesOf(data: object, site: MailSite): PlaceholderValues {
  const { branding, reader, contact, reference } = site
  if (site.keepsPlaceholders) return ofAnyReader
  const managerName = contact?.name ?? fieldOf(data, 'managerName')
  return {
    firmName: branding.firmName,
    clientName: nameInMail(fieldOf(data, 'fullName') ?? reader?.name ?? ''),
    managerName: managerName && nameInMail(managerName),
    managerPhone: contact?.phone ?? fieldOf(data, 'managerPhone'),
    reference,
    supportEmail: branding.supportEmail,
    supportPhone: branding.supportPhone,
    step: fieldOf(data, 'step'),
    answerBy: fieldOf(data, 'answerBy'),
    dueDate: fieldOf(data, 'due'),
    reason: fieldOf(data, 'reason'),
  }
}

const paragraphs = (wording: string, values: PlaceholderValues): MailPart[] =>
  wording
    .split(/\n\s*\n/u)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => text(fillWording(paragraph.trim(), values)))

/** Replaces the texts between the greeting and the first fact, list or button, and adds the closing above the button. */
function inParts(
  parts: readonly MailPart[],
  opening: readonly MailPart[],
  closing: readonly MailPart[],
): MailPart[] {
  const [greeting, ...rest] = parts
  const firstOther = rest.findIndex(({ kind }) => kind !== 'text')
  const body = opening.length === 0 ? rest : [...opening, ...rest.slice(Math.max(0, firstOther))]
  const button = body.findIndex(({ kind }) => kind === 'link')
  const at = button === -1 ? body.length : button
  return [...(greeting === undefined ? [] : [greeting]), ...body.slice(0, at), ...closing, ...body.slice(at)]
}

/** The firm's texts for a mail. Texts for its status come before those for every status. */
function textsFor(template: WordedMail, data: object, { branding: { wordings } }: MailSite) {
  const chosen = { subject: '', opening: '', closing: '' }
  for (const name of wordingsOf(template, fieldOf(data, 'status'))) {
    const { subject, opening, closing } = wordings[name]
    chosen.subject = subject || chosen.subject
    chosen.opening = opening || chosen.opening
    chosen.closing = closing || chosen.closing
  }
  return chosen
}

/**
 * Puts a firm's own wording and signature into a mail to a client. Greeting, codes, facts, the button and the support
 * contact stay as they are, and so does every mail that is not on the list.
 */
export function withWording(
  template: string,
  data: object,
  content: MailContent,
  site: MailSite,
): MailContent {
  if (!isWorded(template)) return content
  const { signature } = site.branding
  const { subject, opening, closing } = textsFor(template, data, site)
  const values = valuesOf(data, site)
  const first = paragraphs(opening, values)
  const parts = inParts(content.parts, first, paragraphs(closing, values))
  const [lead] = first
  return {
    subject: subject === '' ? content.subject : fillWording(subject, values),
    preheader: lead?.kind === 'text' ? [...lead.text].slice(0, PREHEADER_LENGTH).join('') : content.preheader,
    parts: signature === '' ? parts : [...parts, text(signature)],
  }
}
