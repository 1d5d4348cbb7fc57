import { fileTypeFromBuffer } from 'file-type'
import { isSentType, properType, type SentType } from '#base/rules/files/file-types.ts'
import { typeByBytes } from '#features/documents/rules/signatures.ts'
import type { Finding, Question } from './finding.ts'
import { openPdf } from './open-pdf.ts'
import { reencodePicture } from './reencode-picture.ts'

/** The opener of each accepted type. */
const openers = {
  'application/pdf': (bytes, { password }) => openPdf(bytes, password),
  'image/jpeg': (bytes, { maxBytes }) => reencodePicture(bytes, 'image/jpeg', maxBytes),
  'image/png': (bytes, { maxBytes }) => reencodePicture(bytes, 'image/png', maxBytes),
  'image/heic': (bytes, { maxBytes }) => reencodePicture(bytes, 'image/heic', maxBytes),
  'image/webp': (bytes, { maxBytes }) => reencodePicture(bytes, 'image/webp', maxBytes),
  'image/tiff': (bytes, { maxBytes }) => reencodePicture(bytes, 'image/tiff', maxBytes),
} as const satisfies Record<SentType, (bytes: Uint8Array, question: Question) => Promise<Finding>>

/**
 * Detects and validates a file from its bytes alone, ignoring its name and announced type.
 *
 * @throws the libraries' errors where a file needs more memory than there is
 */
export async function validateContent(bytes: Uint8Array, question: Question): Promise<Finding> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime ?? typeByBytes(bytes)
  const type = detected === null ? null : properType(detected)
  if (type === null || !isSentType(type)) return { is: 'another-type', detected: type }
  return openers[type](bytes, question)
}
