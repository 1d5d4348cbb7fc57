import { fileTypeFromBuffer } from 'file-type'
import { isSentType, properType, type SentType } from '#domain/documents/file-types.ts'
import type { Finding, Question } from './finding.ts'
import { openPdf } from './open-pdf.ts'
import { convertPicture } from './convert-picture.ts'
import { decodePicture } from './decode-picture.ts'

/** How each type that is taken is opened. */
const openers = {
  'application/pdf': (bytes, { password }) => openPdf(bytes, password),
  'image/jpeg': (bytes) => decodePicture(bytes, 'image/jpeg'),
  'image/png': (bytes) => decodePicture(bytes, 'image/png'),
  'image/heic': (bytes, { maxBytes }) => convertPicture(bytes, 'image/heic', maxBytes),
  'image/webp': (bytes, { maxBytes }) => convertPicture(bytes, 'image/webp', maxBytes),
  'image/tiff': (bytes, { maxBytes }) => convertPicture(bytes, 'image/tiff', maxBytes),
} as const satisfies Record<SentType, (bytes: Uint8Array, question: Question) => Promise<Finding>>

const PDF_HEADER = '%PDF-'
/** How far a PDF's header may be from the beginning: servers and mail programs leave theirs before it. */
const HEADER_WITHIN = 1024
/** A page with a PDF behind it is a page. */
const MARKUP = /<[a-z!?/]/iu

/**
 * Finds out what a file is from its bytes alone: neither its name nor what it was sent as has a say.
 *
 * @throws whatever the libraries throw where a file asks for more memory than there is
 */
export async function lookInside(bytes: Uint8Array, question: Question): Promise<Finding> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime ?? pdfBehindPreface(bytes)
  const type = detected === null ? null : properType(detected)
  if (type === null || !isSentType(type)) return { is: 'another-type', detected: type }
  return openers[type](bytes, question)
}

function pdfBehindPreface(bytes: Uint8Array): SentType | null {
  const start = Buffer.from(bytes.subarray(0, HEADER_WITHIN + PDF_HEADER.length)).toString('latin1')
  const at = start.indexOf(PDF_HEADER)
  return at === -1 || MARKUP.test(start.slice(0, at)) ? null : 'application/pdf'
}
