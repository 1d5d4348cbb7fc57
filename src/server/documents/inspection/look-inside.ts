import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib'
import { fileTypeFromBuffer } from 'file-type'
import { fileTypes, type FileType } from '#domain/documents/kinds.ts'

/** What a file turned out to be: its type by content, and for a PDF whether it opens and has a page. */
export type Finding =
  | { type: FileType }
  | { type: null; detected: string | null }
  | { type: null; broken: 'application/pdf' }

const PDF_SIGNATURE = '%PDF-'

function isTaken(type: string): type is FileType {
  return type in fileTypes
}

/** Finds out what a file is from its bytes alone: neither its name nor what it was sent as has a say. */
export async function lookInside(bytes: Uint8Array): Promise<Finding> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime ?? null
  if (detected === null || !isTaken(detected)) return { type: null, detected }
  if (detected === 'application/pdf' && !(await opensAsPdf(bytes)))
    return { type: null, broken: 'application/pdf' }
  return { type: detected }
}

/**
 * Whether a PDF opens and has at least one page. Lenient: one real PDF in five would make a strict reader complain,
 * and one that is encrypted is taken as well.
 */
async function opensAsPdf(bytes: Uint8Array): Promise<boolean> {
  if (Buffer.from(bytes.subarray(0, PDF_SIGNATURE.length)).toString('latin1') !== PDF_SIGNATURE) return false
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      throwOnInvalidObject: false,
      warnOnInvalidObjects: false,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    })
    return document.getPageCount() > 0
  } catch {
    return false
  }
}
