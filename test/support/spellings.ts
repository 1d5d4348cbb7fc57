import fc from 'fast-check'

/** Invisible characters that come along with copied text. */
const INVISIBLE = ['\u200b', '\u200c', '\u200e', '\u202a', '\u202c', '\u2060', '\ufeff', '\u00ad']
const SPACES = [' ', '  ', '\t', '\u00a0', '\u2009', '\u202f', '\u3000']
const HYPHENS = ['-', '\u2010', '\u2011', '\u2013', '\u2014', '\u2212']

/** Separators between characters, for each kind of value. */
const between = {
  mobileNumber: [...SPACES, ...HYPHENS, '.', '/', '(', ')'],
  phone: [...SPACES, ...HYPHENS, '.', '/'],
  idNumber: [...SPACES, ...HYPHENS, '.', '/'],
  passport: [...SPACES, ...HYPHENS],
  taxIncomeNumber: [...SPACES, ...HYPHENS, '.', '/'],
  postalCode: [...SPACES, ...HYPHENS],
  fullName: [],
  username: [],
} as const satisfies Record<string, readonly string[]>

export type SpelledKind = keyof typeof between

const isNumberOfPhone = (kind: SpelledKind) => kind === 'mobileNumber' || kind === 'phone'

/** Other spellings of a value, as typed by people or changed by phones and word processors. */
export function isSpelledLike(kind: SpelledKind, stored: string): fc.Arbitrary<string> {
  const beginnings = isNumberOfPhone(kind) ? ['+27', '+27 (0)', '0027', '0027 (0)', '27', '0'] : ['']
  const rest = isNumberOfPhone(kind) ? stored.slice('+27'.length) : stored
  const extra = fc.array(fc.constantFrom(...INVISIBLE, ...between[kind]), { maxLength: 1 })
  const spelled = fc
    .tuple(...[...rest].map((letter) => fc.tuple(otherwise(kind, letter), extra)))
    .map((letters) => letters.map(([letter, more]) => letter + more.join('')).join(''))
  const edge = fc.constantFrom('', ...INVISIBLE, ...SPACES)
  return fc
    .tuple(edge, fc.constantFrom(...beginnings), spelled, edge)
    .map((parts) => parts.join(''))
    .filter((text) => text.length <= MAX)
}

/** The maximum length that a schema accepts. */
const MAX = 30

function otherwise(kind: SpelledKind, letter: string): fc.Arbitrary<string> {
  if (kind === 'fullName' && letter === ' ') return fc.constantFrom(...SPACES)
  if (kind === 'fullName' && letter === '-') return fc.constantFrom(...HYPHENS)
  if (kind === 'passport' || kind === 'username') return fc.constantFrom(letter, letter.toLowerCase())
  return fc.constant(letter)
}
