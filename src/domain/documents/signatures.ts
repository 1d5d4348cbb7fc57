import type { SentType } from './file-types.ts'

const PDF_HEADER = '%PDF-'
/** How far a PDF's header may be from the beginning: servers and mail programs leave theirs before it. */
const HEADER_WITHIN = 1024
/** A page with a PDF behind it is a page. */
const MARKUP = /<[a-z!?/]/iu

/** How many of a file's first bytes `typeByBytes` looks at. */
export const SIGNATURE_BYTES = HEADER_WITHIN + PDF_HEADER.length

/** How files of each picture type begin; `.` stands for any byte. */
const signatures: readonly (readonly [SentType, RegExp])[] = [
  ['image/jpeg', /^\u00FF\u00D8\u00FF/u],
  ['image/png', /^\u0089PNG\r\n/u],
  ['image/webp', /^RIFF.{4}WEBP/su],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/u],
  ['image/heic', /^.{4}ftyp(?:heic|heix|hevc|hevx|mif1|msf1)/su],
]

/**
 * The type that a file's first bytes show, without opening it: good enough to decide how it is sent, not whether it is
 * taken. Null where it is none of the types that are taken.
 */
export function typeByBytes(bytes: Uint8Array): SentType | null {
  const start = String.fromCodePoint(...bytes.subarray(0, SIGNATURE_BYTES))
  const picture = signatures.find(([, begins]) => begins.test(start))
  if (picture !== undefined) return picture[0]
  const at = start.indexOf(PDF_HEADER)
  return at === -1 || MARKUP.test(start.slice(0, at)) ? null : 'application/pdf'
}
