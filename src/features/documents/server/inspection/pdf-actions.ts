import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib'
import type { PdfReading } from './pdf-parser.ts'

/**
 * Names in a PDF that allow more than showing pages (ISO 32000): scripts, automatic actions, programs to start, data to
 * send or fetch, embedded files and players, XFA forms.
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

/** Names of five letters and more: shorter ones occur by chance in compressed pages. */
const SIGNIFICANT_NAME = /\/([A-Za-z#][\w#]{4,30})/gu
const ESCAPE = /#([\da-f]{2})/giu

const OPEN_ACTION = PDFName.of('OpenAction')

/** Whether a PDF has active content. Anything that may be hidden from the parser counts as active. */
export function canAct(text: string, reading: PdfReading): boolean {
  const { context, objects, objectStreams, unreadable } = reading
  const written = lookAtWriting(text)
  if (unreadable || written.action || written.objectStreams !== objectStreams) return true
  const opensBy = (dict: PDFDict) => actsOnOpening(dict.get(OPEN_ACTION), reading)
  const { Root } = context.trailerInfo
  return [Root, ...objects.map(({ object }) => object)].some((object) => namesAction(object, opensBy))
}

/** Whether an object, with everything directly in it, names an action. */
function namesAction(object: PDFObject | undefined, opensBy: (dict: PDFDict) => boolean): boolean {
  const open = [object]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof PDFName && ACTING_NAMES.has(next.decodeText())) return true
    if (next instanceof PDFArray) open.push(...next.asArray())
    if (next instanceof PDFDict) {
      if (opensBy(next)) return true
      open.push(...next.entries().flat())
    }
    if (next instanceof PDFStream) open.push(next.dict)
  }
  return false
}

/** What runs when a file is opened: only going to one of its pages is allowed. */
function actsOnOpening(action: PDFObject | undefined, { objects }: PdfReading): boolean {
  if (action === undefined) return false
  const meant =
    action instanceof PDFRef
      ? objects.filter(({ ref }) => ref === action).map(({ object }) => object)
      : [action]
  return !meant.every(goesToPage)
}

function goesToPage(action: PDFObject): boolean {
  if (action instanceof PDFDict) {
    return action.get(PDFName.of('S')) === PDFName.of('GoTo') && !action.has(PDFName.of('Next'))
  }
  return (
    [PDFArray, PDFName, PDFString, PDFHexString].some((type) => action instanceof type) || action === PDFNull
  )
}

/**
 * Scans the raw bytes of a PDF for what its structure does not refer to: names of actions, and the number of object
 * streams.
 */
export function lookAtWriting(text: string): { action: boolean; objectStreams: number } {
  let [action, objectStreams] = [false, 0]
  for (const [, written = ''] of text.matchAll(SIGNIFICANT_NAME)) {
    const name = written.replaceAll(ESCAPE, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    action ||= ACTING_NAMES.has(name)
    if (name === 'ObjStm') objectStreams += 1
  }
  return { action, objectStreams }
}
