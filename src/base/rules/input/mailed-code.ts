/** Crockford's Base32: no ambiguous letters. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits: not guessable. */
export const CODE_LENGTH = 16
const GROUP = /.{4}(?=.)/gu
/** Spaces, hyphens and invisible characters, added by copying and typing. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}]/gu
const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`, 'u')

/** A code as shown in a mail: K7QM-2XWD-9FHT-4BNC. A preview's placeholder is unchanged. */
export function formatMailedCode(code: string): string {
  return CODE.test(code) ? code.replaceAll(GROUP, '$&-') : code
}

/** A code as typed, pasted or from a link; null for anything else. */
export function readMailedCode(typed: string): string | null {
  const code = typed.replaceAll(SEPARATORS, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/gu, '1')
  return CODE.test(code) ? code : null
}
