import { asRead, linksIn } from './links.ts'

/** Long enough for a name, too short for a message. */
export const NAME_LENGTH = 60

/** "Dr.Dlamini", "J.P.Dlamini", "J.van" and "Prof.dr." look like addresses, except for their capitals and particles. */
const ABBREVIATIONS =
  /^\p{Lu}[\p{L}\p{M}'’-]*(?:\.(?:\p{Lu}[\p{Ll}\p{M}'’-]*|van|von|der|den|du|dr|prof|adv)|(?<=^\p{Lu})\.(?:de|la|le))+\.?$/u
/** A space after the dot prevents linking. */
const DOT_WITHIN = /\.(?=[^\s.,)])/gu
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N} '’‘.,()&+‐–-]/gu

/**
 * A name as a mail may contain it. Users choose their own names, so mails must not carry a message in one: no URLs or
 * addresses, nothing invisible or bidirectional, at most 60 characters.
 *
 * @returns an empty text where nothing remains
 */
export function nameInMail(name: string): string {
  const text = asRead(name)
    // Line breaks separate words; invisible characters do not.
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{C}+/gu, '')
    .split(/\s+/u)
    .filter((word) => ABBREVIATIONS.test(word) || linksIn(word).length === 0)
  const plain = text.join(' ').replaceAll(NOT_IN_NAMES, ' ').replaceAll(DOT_WITHIN, '. ')
  return [...plain.replaceAll(/\s+/gu, ' ').trim()].slice(0, NAME_LENGTH).join('').trim()
}

/** A file name as a mail may contain it: no invisible characters, at most 60 characters. */
export function fileNameInMail(name: string): string {
  const seen = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, '')
  return asRead(seen).includes('://') ? nameInMail(seen) : [...seen].slice(0, NAME_LENGTH).join('')
}

/** Staff text in a mail, without invisible and bidirectional characters. */
export function passageInMail(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '')
}
