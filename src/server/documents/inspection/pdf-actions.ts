import { PDFArray, PDFDict, PDFName, PDFStream, type PDFObject } from '@cantoo/pdf-lib'

/**
 * What a PDF names where it can do more than show pages (ISO 32000): scripts, actions that happen by themselves,
 * programs to start, data to send or fetch, files and players inside, forms of the other kind (XFA).
 */
const ACTING_NAMES: ReadonlySet<string> = new Set([
  'JS',
  'JavaScript',
  'AA',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'EF',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'Rendition',
  'XFA',
])

/** Names of five letters and more: shorter ones turn up by chance in compressed pages. */
const TELLING_NAME = /\/([A-Za-z#][\w#]{4,30})/gu
const ESCAPE = /#([\da-f]{2})/giu

/** Whether an object, with everything that stands directly in it, names what can act. */
export function namesAction(object: PDFObject): boolean {
  const open: PDFObject[] = [object]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof PDFName && ACTING_NAMES.has(next.decodeText())) return true
    if (next instanceof PDFArray) open.push(...next.asArray())
    if (next instanceof PDFDict) open.push(...next.entries().flat())
    if (next instanceof PDFStream) open.push(next.dict)
  }
  return false
}

/**
 * Looks through a PDF as it is written, for what its structure does not lead to: names of what can act, and how many
 * object streams there are.
 */
export function lookAtWriting(text: string): { action: boolean; objectStreams: number } {
  let [action, objectStreams] = [false, 0]
  for (const [, written = ''] of text.matchAll(TELLING_NAME)) {
    const name = written.replaceAll(ESCAPE, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    action ||= ACTING_NAMES.has(name)
    if (name === 'ObjStm') objectStreams += 1
  }
  return { action, objectStreams }
}
