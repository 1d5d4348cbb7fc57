import { fileTypeFromBuffer } from 'file-type'
import { fileTypes, type FileType } from '#domain/documents/kinds.ts'
import type { Finding } from './finding.ts'
import { openPdf } from './open-pdf.ts'
import { decodePicture } from './decode-picture.ts'

/** How each type that is taken is opened. */
const openers = {
  'application/pdf': openPdf,
  'image/jpeg': (bytes) => decodePicture(bytes, 'image/jpeg'),
  'image/png': (bytes) => decodePicture(bytes, 'image/png'),
} as const satisfies Record<FileType, (bytes: Uint8Array) => Promise<Finding>>

function isTaken(type: string): type is FileType {
  return type in fileTypes
}

/**
 * Finds out what a file is from its bytes alone: neither its name nor what it was sent as has a say.
 *
 * @throws whatever the libraries throw where a file asks for more memory than there is
 */
export async function lookInside(bytes: Uint8Array): Promise<Finding> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime ?? null
  if (detected === null || !isTaken(detected)) return { is: 'another-type', detected }
  return openers[detected](bytes)
}
