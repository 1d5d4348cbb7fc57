/** Crockford's Base32: no letter that is read as another, or as a digit. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits: more than anyone can guess. */
export const CODE_LENGTH = 16
const GROUP = /.{4}(?=.)/gu
/** Spaces, hyphens and invisible characters, which copying and typing add. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}]/gu
const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`, 'u')

/** A code as a mail shows it beside its link: K7QM-2XWD-9FHT-4BNC. A preview's placeholder stays as it is. */
export function formatMailedCode(code: string): string {
  return CODE.test(code) ? code.replaceAll(GROUP, '$&-') : code
}

/** A code as it was typed, pasted or followed in a link; null for anything that is not one. */
export function readMailedCode(typed: string): string | null {
  const code = typed.replaceAll(SEPARATORS, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/gu, '1')
  return CODE.test(code) ? code : null
}
