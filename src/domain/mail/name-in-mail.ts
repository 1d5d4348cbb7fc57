/** More of a name is read by nobody, and a shorter one leaves no room for a message of its own. */
export const NAME_LENGTH = 60

/** Programs make a link of these even without a scheme in front. */
const ADDRESS = /:\/\/|@|^www\.|^[\p{N}.]*\p{N}\.\p{N}[\p{N}.]*$|[\p{L}\p{N}-]\.\p{Ll}{2,}/iu
/** "Dr.Dlamini" and "J.P.Dlamini" look like addresses, but for their capitals. */
const ABBREVIATIONS = /^\p{Lu}[\p{L}\p{M}'’-]*(?:\.\p{Lu}[\p{Ll}\p{M}'’-]*)+\.?$/u
/** Whatever it is part of, no program takes what has a space in it for an address. */
const DOT_WITHIN = /\.(?=[^\s.,)])/gu
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N} '’‘.,()&+‐–-]/gu

/**
 * A name as a mail may carry it. Whoever registers or is invited chooses their own, and what the firm mails must not say
 * what they chose it to say: no addresses of sites or mailboxes, nothing that is invisible or turns the line around, at
 * most 60 characters.
 *
 * @returns an empty text where nothing is left
 */
export function nameInMail(name: string): string {
  const text = name
    .normalize('NFKC')
    // What ends a line separates words; what cannot be seen separates nothing.
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{C}+/gu, '')
    // Browsers take it for a dot.
    .replaceAll('。', '.')
    .split(/\s+/u)
    .filter((word) => ABBREVIATIONS.test(word) || !ADDRESS.test(word))
  const plain = text.join(' ').replaceAll(NOT_IN_NAMES, ' ').replaceAll(DOT_WITHIN, '. ')
  return [...plain.replaceAll(/\s+/gu, ' ').trim()].slice(0, NAME_LENGTH).join('').trim()
}

/** The name of a file as a mail may carry it: nothing that cannot be seen, and at most 60 characters of it. */
export function fileNameInMail(name: string): string {
  const seen = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, '')
  return seen.includes('://') ? nameInMail(seen) : [...seen].slice(0, NAME_LENGTH).join('')
}

/** What staff write to somebody: as it is, but for what cannot be seen or turns a line around. */
export function passageInMail(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '')
}
