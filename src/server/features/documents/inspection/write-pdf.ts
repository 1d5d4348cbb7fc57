import { PDFName, PDFRawStream, PDFStreamWriter, type PDFContext } from '@cantoo/pdf-lib'

/** Streams that hold the tables and the objects of the file that was: the new one has its own. */
const OF_THE_FILE_BEFORE: ReadonlySet<unknown> = new Set(['XRef', 'ObjStm'].map((type) => PDFName.of(type)))

/** Writes what was read of a PDF as a file that is in order, and encrypted no longer. */
export function writtenAnew(context: PDFContext): Promise<Uint8Array> {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && OF_THE_FILE_BEFORE.has(object.dict.get(PDFName.of('Type')))) {
      context.delete(ref)
    }
  }
  delete context.trailerInfo.Encrypt
  return PDFStreamWriter.forContext(context, Infinity).serializeToBuffer()
}
