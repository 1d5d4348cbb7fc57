import { PDFName, PDFRawStream, PDFStreamWriter, type PDFContext } from '@cantoo/pdf-lib'

/** Streams that hold tables and objects of the original file: the new one has its own. */
const ORIGINAL_STREAMS: ReadonlySet<unknown> = new Set(['XRef', 'ObjStm'].map((type) => PDFName.of(type)))

/** Writes a parsed PDF as a valid, decrypted file. */
export function rewritePdf(context: PDFContext): Promise<Uint8Array> {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && ORIGINAL_STREAMS.has(object.dict.get(PDFName.of('Type')))) {
      context.delete(ref)
    }
  }
  delete context.trailerInfo.Encrypt
  return PDFStreamWriter.forContext(context, Infinity).serializeToBuffer()
}
