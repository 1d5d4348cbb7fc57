import { hostOfLink, linksIn } from '#features/mail/rules/links.ts'

/** Everything that the wording of a mail may name, with an example and what stands for nothing. */
export const placeholders = {
  firmName: { example: 'Table Bay Wealth', otherwise: '' },
  clientName: { example: 'Thandi Mokoena', otherwise: 'client' },
  managerName: { example: 'Pieter van Wyk', otherwise: 'your wealth manager' },
  managerPhone: { example: '+27 21 555 0142', otherwise: 'our office' },
  reference: { example: 'PPW-7Q3K-29', otherwise: 'your reference' },
  supportEmail: { example: 'support@firm.example', otherwise: 'our office' },
  supportPhone: { example: '+27 21 555 0140', otherwise: 'our office' },
  step: { example: 'Net Worth', otherwise: 'the next step' },
  answerBy: { example: 'Wednesday 30 December 2026', otherwise: 'soon' },
  dueDate: { example: '4 December 2026', otherwise: 'soon' },
  reason: { example: 'The payslip is older than three months.', otherwise: 'no reason was recorded' },
} as const

export type Placeholder = keyof typeof placeholders
/** Values for a mail; a missing one has its own text. */
export type PlaceholderValues = Partial<Record<Placeholder, string | null>>

/** For every mail to a client. */
const common = [
  'firmName',
  'clientName',
  'managerName',
  'managerPhone',
  'reference',
  'supportEmail',
  'supportPhone',
] as const satisfies readonly Placeholder[]

/** The mails to clients whose wording a firm may change, with what each can name besides. All others are fixed. */
export const wordedMails = {
  invitation: { title: 'Invitation', also: [] },
  'invitation-imported': { title: 'Invitation of an imported client', also: [] },
  'application-submitted': { title: 'Application received', also: ['answerBy'] },
  'application-status': { title: 'Change of status', also: ['answerBy', 'reason'] },
  'status-under_review': { title: 'Change of status: under review', also: ['answerBy'] },
  'status-approved': { title: 'Change of status: approved', also: [] },
  'status-rejected': { title: 'Change of status: not approved', also: ['reason'] },
  'status-onboarded': { title: 'Change of status: onboarded', also: [] },
  'status-cancelled': { title: 'Change of status: cancelled', also: [] },
  'application-reminder': { title: 'Reminder of a draft', also: ['step'] },
  'application-reopened': { title: 'Application reopened', also: [] },
  'annual-review': { title: 'Annual review', also: ['dueDate'] },
  'corrections-asked': { title: 'Corrections requested', also: ['dueDate'] },
  'corrections-reminder': { title: 'Reminder of corrections', also: ['dueDate'] },
  'corrections-withdrawn': { title: 'Corrections withdrawn', also: [] },
} as const satisfies Record<string, { title: string; also: readonly Placeholder[] }>

export type WordedMail = keyof typeof wordedMails
export const wordedMailNames = Object.keys(wordedMails) as [WordedMail, ...WordedMail[]]

/** The mail about a change of status, whose wording a firm may change for each status. */
const STATUS_MAIL = 'application-status'

/** The statuses with a wording of their own. */
export const wordedStatuses = ['under_review', 'approved', 'rejected', 'onboarded', 'cancelled'] as const
export type WordedStatus = (typeof wordedStatuses)[number]

/** The mail that a wording is for. */
export type WordedTemplate = Exclude<WordedMail, `status-${WordedStatus}`>

/** The mail that a wording is for, and the status of which it speaks; null for all others. */
export function subjectOfWording(mail: WordedMail): {
  template: WordedTemplate
  status: WordedStatus | null
} {
  const status = wordedStatuses.find((one) => mail === `status-${one}`)
  if (status !== undefined) return { template: STATUS_MAIL, status }
  // All others are named like their mail.
  return { template: mail as WordedTemplate, status: null }
}

/** The wordings of a mail, the one that comes first last. */
export function wordingsOf(template: WordedMail, status?: string | null): WordedMail[] {
  if (template !== STATUS_MAIL) return [template]
  const own = wordedStatuses.filter((one) => status === undefined || one === status)
  return [template, ...own.map((one) => `status-${one}` as const)]
}

/** The product's own wording of a mail: subject, and the text that an opening replaces. */
export interface StandardWording {
  subject: string
  text: string
}

/** Whether a firm may change the wording of a mail. */
export function isWorded(name: string): name is WordedMail {
  return Object.hasOwn(wordedMails, name)
}

/** What the wording of a mail may name. */
export function placeholdersOf(mail: WordedMail): readonly Placeholder[] {
  return [...common, ...wordedMails[mail].also]
}

const BRACES = /\{([^{}]*)\}/gu

/** What is wrong with the placeholders of a text; null if nothing is. */
export function placeholderProblem(text: string, allowed: readonly Placeholder[]): string | null {
  const list = allowed.map((name) => `{${name}}`).join(', ')
  for (const [whole, name = ''] of text.matchAll(BRACES)) {
    if (!allowed.some((known) => known === name))
      return `${whole} is not available here. You can use ${list}.`
  }
  return /[{}]/u.test(text.replaceAll(BRACES, '')) ? `Please close every brace. You can use ${list}.` : null
}

/**
 * Replaces placeholders by their values in one pass: a value that looks like a placeholder stays as it is. The text
 * for a missing value has a capital at the start. Escaping follows, as for every text of a mail.
 */
export function fillWording(text: string, values: PlaceholderValues): string {
  return text.replaceAll(BRACES, (whole, name: string, at: number) => {
    if (!Object.hasOwn(placeholders, name)) return whole
    const known = name as Placeholder
    const { otherwise } = placeholders[known]
    return values[known] || (at === 0 ? otherwise.slice(0, 1).toUpperCase() + otherwise.slice(1) : otherwise)
  })
}

/** Stands for a value beside a dot or an at sign: `evil.{clientName}` becomes an address with a client named Com. */
const ANY_VALUE = 'placeholder'

/**
 * What is wrong with the links of a text; null if nothing is. Only the firm's own hosts are allowed, so that a stolen
 * account cannot turn the firm's mail into phishing.
 */
export function linkProblem(text: string, hosts: ReadonlySet<string>): string | null {
  for (const link of linksIn(text.replaceAll(BRACES, ANY_VALUE))) {
    const host = hostOfLink(link)
    if (host === null || !hosts.has(host))
      return `${link} is not an address of the firm. Only hosts under Links, Contacts and Website may be named.`
  }
  return null
}

/** The hosts of addresses of pages and of mail. */
export function hostsOf(addresses: readonly string[]): Set<string> {
  const hosts = addresses.flatMap((address) => {
    const host = address.includes('://') ? URL.parse(address)?.hostname : address.split('@')[1]?.toLowerCase()
    return host === undefined ? [] : [host]
  })
  return new Set(hosts)
}
