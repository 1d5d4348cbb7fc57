import {
  PDFCatalog,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFPageLeaf,
  PDFParser,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'
import type { DownloadOnly } from '#domain/documents/safety.ts'
import type { Finding } from './finding.ts'
import { lookAtWriting, namesAction } from './pdf-actions.ts'

const SIGNATURE = '%PDF-'
const BROKEN = { is: 'broken', type: 'application/pdf' } as const satisfies Finding

/**
 * Opens a PDF, and looks whether it has a page, is encrypted, or can do more than show pages. Lenient: one real PDF
 * in five would make a strict reader complain. What is encrypted cannot be looked into, and is taken as it is.
 */
export async function openPdf(bytes: Uint8Array): Promise<Finding> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const seen = text.startsWith(SIGNATURE) ? await parse(bytes) : null
  if (seen === null) return BROKEN
  const { context } = seen
  if (isEncrypted(context)) return takenAs('encrypted')
  if (countPages(context) === 0) return BROKEN
  return takenAs(canAct(text, seen) ? 'active' : null)
}

function takenAs(downloadOnly: DownloadOnly | null): Finding {
  return { is: 'taken', type: 'application/pdf', downloadOnly }
}

/** What came by while a PDF was parsed. */
interface Seen {
  context: PDFContext
  /** Something that can act, in an object of the file or of one of its object streams. */
  action: boolean
  /** Objects that could not be read: anything may be in them. */
  unreadable: boolean
  objectStreams: number
}

/**
 * Sees every object as it is read, also those that a later one of the same number replaces: which of them counts is
 * up to each reader.
 */
class SeeingParser extends PDFParser {
  readonly seen: Seen

  constructor(bytes: Uint8Array) {
    super(bytes, Infinity)
    const { context } = this
    const seen = { context, action: false, unreadable: false, objectStreams: 0 }
    const assign = context.assign.bind(context)
    context.assign = (ref, object) => {
      seen.action ||= namesAction(object)
      seen.unreadable ||= object instanceof PDFInvalidObject
      if (isObjectStream(object)) seen.objectStreams += 1
      assign(ref, object)
    }
    this.seen = seen
  }
}

async function parse(bytes: Uint8Array): Promise<Seen | null> {
  const parser = new SeeingParser(bytes)
  try {
    await parser.parseDocument()
    return parser.seen
  } catch {
    return null
  }
}

function isObjectStream(object: PDFObject): boolean {
  return object instanceof PDFStream && object.dict.get(PDFName.of('Type')) === PDFName.of('ObjStm')
}

function isEncrypted(context: PDFContext): boolean {
  const encryption = context.lookup(context.trailerInfo.Encrypt)
  return encryption instanceof PDFDict && encryption.get(PDFName.of('Filter')) instanceof PDFName
}

function countPages(context: PDFContext): number {
  const catalog = context.lookup(context.trailerInfo.Root)
  let pages = 0
  if (!(catalog instanceof PDFCatalog)) return 0
  try {
    catalog.Pages().traverse((node) => {
      if (node instanceof PDFPageLeaf) pages += 1
    })
  } catch {
    // A tree that breaks off has the pages before that.
  }
  return pages
}

/** Where something could be hidden from the parser, it counts as one that can act. */
function canAct(text: string, { context, action, unreadable, objectStreams }: Seen): boolean {
  const written = lookAtWriting(text)
  const hidden = unreadable || written.action || written.objectStreams !== objectStreams
  const { Root } = context.trailerInfo
  return action || hidden || (Root !== undefined && namesAction(Root))
}
