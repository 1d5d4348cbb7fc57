import { formatRand, groupedAmount, MAX_CENTS, type Cents } from './rand.ts'
import { spellOutRand } from './spell-out.ts'

/** Why a text is not an amount, with what to do. */
export const amountProblems = {
  negative: 'Please enter the amount without a minus sign',
  decimals: 'Please use at most two digits for the cents, for example 1 850 000.50',
  range: `Please enter an amount of at most ${formatRand(MAX_CENTS)}`,
  form: 'Enter the amount in figures, for example 1 850 000.50 or 1.85m',
} as const

type AmountProblem = keyof typeof amountProblems

/** Result of reading a text as an amount of rand. */
export type AmountReading =
  | { kind: 'nothing' }
  /** `doubtful`: ambiguous, so the interpretation is shown. */
  | { kind: 'amount'; cents: Cents; doubtful: boolean }
  | { kind: 'unreadable'; problem: AmountProblem }

/** Direction marks and joiners from copied text. */
const INVISIBLE = /\p{Cf}/gu
/** Includes no-break and thin spaces. */
const SPACE = /\s/gu
const APOSTROPHE = /[’‘ʼ´`]/gu
const CURRENCY_SIGN = /^(?:ZAR|R) ?/iu
const MINUS = /^[-−–]/u
const TOO_MANY_DECIMALS = /[.,]\d{3,}$/u

/** Suffixes of abbreviated amounts ("3.2m", "850k", "R2 mil") with their number of zeros. */
const units: readonly { written: RegExp; zeros: number }[] = [
  { written: /(?<=[\d.,]) ?(?:k|thousand)$/iu, zeros: 3 },
  { written: /(?<=[\d.,]) ?(?:m|mil|million)$/iu, zeros: 6 },
]

interface Form {
  written: RegExp
  doubtful: boolean
}

/** A point or comma before a unit of millions is a decimal mark, however many digits follow: "1.234m" is 1 234 000. */
const millionsInDecimals: Form = {
  written: /^(?<whole>(?:\d+(?:[ ']\d{3})*)?)[.,](?<cents>\d{1,8})$/u,
  doubtful: true,
}

/**
 * Amount formats, first match wins. Money has at most two decimals, so a comma or point before three digits groups, and
 * before one or two starts the cents. A single one before three ("1,234"), and spaces at odd positions ("10 50"), group
 * too but are ambiguous.
 */
const forms: readonly Form[] = [
  { written: /^(?<whole>\d+)(?:[.,](?<cents>\d{0,2}))?$/u, doubtful: false },
  { written: /^(?<whole>)[.,](?<cents>\d{1,2})$/u, doubtful: false },
  { written: /^(?<whole>[1-9]\d{0,2}([ '])\d{3}(?:\2\d{3})*)(?:[.,](?<cents>\d{0,2}))?$/u, doubtful: false },
  { written: /^(?<whole>[1-9]\d{0,2}(?:,\d{3})+)\.(?<cents>\d{0,2})$/u, doubtful: false },
  { written: /^(?<whole>[1-9]\d{0,2}(?:\.\d{3})+),(?<cents>\d{0,2})$/u, doubtful: false },
  { written: /^(?<whole>[1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})+)$/u, doubtful: false },
  { written: /^(?<whole>[1-9]\d{0,2}[.,]\d{3})$/u, doubtful: true },
  { written: /^(?<whole>\d+(?:[ ']+\d+)+)(?:[.,](?<cents>\d{0,2}))?$/u, doubtful: true },
]

/**
 * Reads an amount in the usual formats: "1 234 567.89", "1 234 567,89", "R1,234,567.89", "1.234.567,89", "1'234'567",
 * "1.2m". Never drops characters to make an amount.
 */
export function readRand(text: string): AmountReading {
  const plain = text
    .replace(INVISIBLE, '')
    .replace(SPACE, ' ')
    .replace(APOSTROPHE, "'")
    .trim()
    .replace(CURRENCY_SIGN, '')
  if (plain === '') return { kind: 'nothing' }
  const unit = units.find(({ written }) => written.test(plain))
  const digits = unit ? plain.replace(unit.written, '') : plain
  const zeros = unit?.zeros ?? 0
  for (const { written, doubtful } of zeros === 6 ? [millionsInDecimals, ...forms] : forms) {
    const { whole = '', cents = '' } = written.exec(digits)?.groups ?? {}
    if (whole === '' && cents === '') continue
    const amount = Number(`${whole.replaceAll(/\D/gu, '')}${cents.padEnd(zeros + 2, '0')}`)
    return amount <= MAX_CENTS
      ? { kind: 'amount', cents: amount, doubtful: doubtful || unit !== undefined }
      : { kind: 'unreadable', problem: 'range' }
  }
  return { kind: 'unreadable', problem: problemOf(digits) }
}

function problemOf(plain: string): AmountProblem {
  if (MINUS.test(plain)) return 'negative'
  return TOO_MANY_DECIMALS.test(plain) ? 'decimals' : 'form'
}

/**
 * Parses an amount.
 *
 * @returns cents, or null if the text is no accepted amount; {@link readRand} gives the reason
 */
export function parseRand(text: string): Cents | null {
  const reading = readRand(text)
  return reading.kind === 'amount' ? reading.cents : null
}

/** The field's text on blur: grouped if it is an amount, otherwise unchanged. */
export function settledAmount(text: string): string {
  const reading = readRand(text)
  if (reading.kind === 'nothing') return ''
  return reading.kind === 'amount' ? groupedAmount(reading.cents) : text.trim()
}

/** An amount in figures and spelled out: "R 1 234.00: one thousand two hundred and thirty-four rand". */
export function figuresAndSpelledOut(cents: Cents): string {
  return `${formatRand(cents)}: ${spellOutRand(cents)}`
}
