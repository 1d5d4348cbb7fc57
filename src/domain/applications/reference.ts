/**
 * What people call an application by on the phone: `PPW-7Q3K-29`. Four of sixteen signs that sound and look different
 * from each other, then two digits; the database makes and keeps them (docs/decisions/0084), the firm's initials go in front.
 * It names an application and opens nothing.
 */
const STORED = /^([2-9HKMQRWXY]{4})([2-9]{2})$/u
const TYPED =
  /^(?:(?<prefix>[a-z]{1,5})[\s-]*)?(?<signs>[2-9hkmqrwxy]{4})(?<gap>[\s-]*)(?<digits>[2-9]{2})$/iu
const MAX_INITIALS = 5
const WITHOUT_INITIALS = 'REF'

/**
 * A reference as people read it.
 *
 * @param stored as the database keeps it, six signs
 */
export function formatReference(prefix: string, stored: string): string {
  return [prefix, ...stored.split(STORED).filter(Boolean)].join('-')
}

/**
 * The reference that somebody looks for, as the database keeps it, however it was typed: small letters, spaces for hyphens,
 * with or without the firm's initials. Digits that stand together alone are a part of a telephone number instead.
 *
 * @returns null where the text is no reference
 */
export function referenceIn(text: string): string | null {
  const { prefix, signs, gap, digits } = TYPED.exec(text.trim())?.groups ?? {}
  if (signs === undefined || digits === undefined) return null
  const isNumber = prefix === undefined && gap === '' && /^\d+$/u.test(signs)
  return isNumber ? null : `${signs}${digits}`.toUpperCase()
}

/** The initials of a firm, "PPW" for "Protea Private Wealth": letters alone, at most five. */
export function initialsOf(firmName: string): string {
  const plain = firmName.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const initials = [...plain.matchAll(/(?<![\p{L}'’])[A-Za-z]/gu)].map(([letter]) => letter.toUpperCase())
  return initials.length < 2 ? WITHOUT_INITIALS : initials.slice(0, MAX_INITIALS).join('')
}
