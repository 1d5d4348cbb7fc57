import { editDistance } from '#base/rules/input/edit-distance.ts'

/** What the text of the letter may name, and how it is called on screen. */
export const letterPlaceholderLabels = {
  firmName: 'Firm name',
  legalName: 'Registered name',
  tradingNames: 'Trading names',
  registrationNumber: 'Registration number',
  fspNumber: 'FSP number',
  physicalAddress: 'Physical address',
  postalAddress: 'Postal address',
  website: 'Website',
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
  complianceName: 'Compliance officer',
  complianceEmail: 'Compliance email',
  complaintsEmail: 'Complaints email',
  informationOfficer: 'Information officer',
  keyIndividual: 'Key individual',
  managerName: 'Wealth manager',
  managerEmail: 'Wealth manager’s email',
  managerPhone: 'Wealth manager’s phone',
  capacity: 'Capacity',
  supervision: 'Supervision',
} as const

export type LetterPlaceholder = keyof typeof letterPlaceholderLabels

const letterPlaceholders = Object.keys(letterPlaceholderLabels) as LetterPlaceholder[]

/** Blocks that the product fills in, each on its own line in brackets. */
export const letterBlockLabels = {
  'who we are': 'The firm’s name, numbers and addresses, and the wealth manager’s',
  services: 'The services of the licence, and which of them the wealth manager renders',
  suppliers: 'The product suppliers',
  interests: 'Shareholding and remuneration',
  ombud: 'The Ombud’s contact details',
} as const

export type LetterBlockName = keyof typeof letterBlockLabels

export const letterBlockNames = Object.keys(letterBlockLabels) as LetterBlockName[]

/** A part of the letter's text. */
export type LetterPart =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[]; ordered: boolean }
  | { kind: 'block'; name: LetterBlockName }

const HEADING = /^# +(\S.*)$/u
const BLOCK = /^\[([^\]]*)\]$/u
const BULLET = /^- +(\S.*)$/u
const NUMBERED = /^\d{1,2}\. +(\S.*)$/u
const BRACES = /\{([^{}]*)\}/gu

const isBlockName = (name: string): name is LetterBlockName =>
  letterBlockNames.some((known) => known === name)
/** Whether the text of the letter may name it. */
export const isLetterPlaceholder = (name: string): name is LetterPlaceholder =>
  letterPlaceholders.some((known) => known === name)

/** Adds a line to the parts: to the last one where it continues it, and `open` says whether it may. */
function addLine(parts: LetterPart[], line: string, open: boolean): void {
  const last = open ? parts.at(-1) : undefined
  const [, heading] = HEADING.exec(line) ?? []
  const [, block = ''] = BLOCK.exec(line) ?? []
  const [, bullet] = BULLET.exec(line) ?? []
  const [, numbered] = NUMBERED.exec(line) ?? []
  const item = bullet ?? numbered
  if (heading !== undefined) parts.push({ kind: 'heading', text: heading })
  else if (isBlockName(block)) parts.push({ kind: 'block', name: block })
  else if (item !== undefined) {
    const ordered = numbered !== undefined
    if (last?.kind === 'list' && last.ordered === ordered) last.items.push(item)
    else parts.push({ kind: 'list', items: [item], ordered })
  } else if (last?.kind === 'paragraph') last.text = `${last.text} ${line}`
  else parts.push({ kind: 'paragraph', text: line })
}

/**
 * Reads the text of a letter: `# ` begins a heading, `- ` and `1. ` an item of a list, brackets name a block, blank
 * lines separate paragraphs.
 */
export function parseLetter(text: string): LetterPart[] {
  const parts: LetterPart[] = []
  let open = false
  for (const raw of text.split(/\r?\n/u)) {
    const line = raw.trim()
    if (line !== '') addLine(parts, line, open)
    open = line !== ''
  }
  return parts
}

/** Replaces placeholders in one pass; a value that looks like one stays as it is. Values never format the text. */
export function fillLetter(text: string, values: Readonly<Record<LetterPlaceholder, string>>): string {
  return text.replaceAll(BRACES, (whole, name: string) =>
    isLetterPlaceholder(name) ? withoutMarks(values[name]) : whole,
  )
}

/** A fact without the mark of strong text. */
export function withoutMarks(fact: string): string {
  return fact.replaceAll('**', '')
}

/** A text of the letter as it is read, without marks. */
export function readableLetter(text: string): string {
  return withoutMarks(text)
    .replaceAll(/^# +/gmu, '')
    .replaceAll(/^\[.*\]$/gmu, '')
    .replaceAll(BRACES, (whole, name: string) =>
      isLetterPlaceholder(name) ? letterPlaceholderLabels[name] : whole,
    )
}

const distance = (a: string, b: string) => editDistance(a.toLowerCase(), b.toLowerCase(), 40)

function nearest(name: string, names: readonly string[]): string {
  const [best = ''] = names.toSorted((a, b) => distance(name, a) - distance(name, b))
  return best
}

/** What is wrong with the text of a letter; null if nothing is. */
export function letterTextProblem(text: string): string | null {
  for (const [whole, name = ''] of text.matchAll(BRACES)) {
    if (!isLetterPlaceholder(name))
      return `${whole} is not available in letters. Did you mean {${nearest(name, letterPlaceholders)}}?`
  }
  if (/[{}]/u.test(text.replaceAll(BRACES, ''))) return 'Please close every brace, as in {firmName}.'
  for (const line of text.split(/\r?\n/u)) {
    const [whole, name = ''] = BLOCK.exec(line.trim()) ?? []
    if (whole !== undefined && !isBlockName(name))
      return `${whole} is not a block. Did you mean [${nearest(name, letterBlockNames)}]?`
  }
  return null
}
