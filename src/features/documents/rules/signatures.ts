import type { SentType } from '#base/rules/files/file-types.ts'

const PDF_HEADER = '%PDF-'
/** Maximum offset of a PDF header: some programs write other data before it. */
const HEADER_WITHIN = 1024
/** An HTML page with an embedded PDF is a page. */
const MARKUP = /<[a-z!?/]/iu

/** Number of leading bytes that `typeByBytes` reads. */
export const SIGNATURE_BYTES = HEADER_WITHIN + PDF_HEADER.length

/** Magic bytes of picture types; `.` matches any byte. */
const signatures: readonly (readonly [SentType, RegExp])[] = [
  ['image/jpeg', /^\u00FF\u00D8\u00FF/u],
  ['image/png', /^\u0089PNG\r\n/u],
  ['image/webp', /^RIFF.{4}WEBP/su],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/u],
  ['image/heic', /^.{4}ftyp(?:heic|heix|hevc|hevx|mif1|msf1)/su],
]

/** The accepted type of a file's first bytes, or null. Used for the upload; acceptance needs full validation. */
export function typeByBytes(bytes: Uint8Array): SentType | null {
  const start = String.fromCodePoint(...bytes.subarray(0, SIGNATURE_BYTES))
  const picture = signatures.find(([, begins]) => begins.test(start))
  if (picture !== undefined) return picture[0]
  const at = start.indexOf(PDF_HEADER)
  return at === -1 || MARKUP.test(start.slice(0, at)) ? null : 'application/pdf'
}
