/**
 * The reference that people use, `PPW-7Q3K-29`: four of sixteen unambiguous characters and two digits, generated and
 * stored by the database (docs/decisions/0084); the firm's initials are a prefix. It grants no access.
 */
const STORED = /^([2-9HKMQRWXY]{4})([2-9]{2})$/u
const TYPED =
  /^(?:(?<prefix>[a-z]{1,5})[\s-]*)?(?<signs>[2-9hkmqrwxy]{4})(?<gap>[\s-]*)(?<digits>[2-9]{2})$/iu
const MAX_INITIALS = 5
const WITHOUT_INITIALS = 'REF'

/**
 * Formats a reference.
 *
 * @param stored the six stored characters
 */
export function formatReference(prefix: string, stored: string): string {
  return [prefix, ...stored.split(STORED).filter(Boolean)].join('-')
}

/**
 * Parses a reference from search text, in any spelling: lower case, spaces for hyphens, with or without initials.
 * Digits alone are read as part of a phone number.
 *
 * @returns null if the text is no reference
 */
export function referenceIn(text: string): string | null {
  const { prefix, signs, gap, digits } = TYPED.exec(text.trim())?.groups ?? {}
  if (signs === undefined || digits === undefined) return null
  const isNumber = prefix === undefined && gap === '' && /^\d+$/u.test(signs)
  return isNumber ? null : `${signs}${digits}`.toUpperCase()
}

/** The initials of a firm, "PPW" for "Protea Private Wealth": letters only, at most five. */
export function initialsOf(firmName: string): string {
  const plain = firmName.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const initials = [...plain.matchAll(/(?<![\p{L}'’])[A-Za-z]/gu)].map(([letter]) => letter.toUpperCase())
  return initials.length < 2 ? WITHOUT_INITIALS : initials.slice(0, MAX_INITIALS).join('')
}
