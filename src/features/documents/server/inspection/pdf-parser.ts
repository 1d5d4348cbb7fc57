import {
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'

type Arguments = ConstructorParameters<typeof PDFParser>

const keyword = (word: string) => [...Buffer.from(word)]
const keywords = { obj: keyword('obj'), endobj: keyword('endobj'), trailer: keyword('trailer') }

/** What the parser found while reading a PDF. */
export interface PdfReading {
  context: PDFContext
  /**
   * Every object in file order, including those that later ones of the same number replace: readers differ in which
   * they use.
   */
  objects: { ref: PDFRef; object: PDFObject }[]
  /** Object streams that are marked as such. */
  objectStreams: number
  /** Whether any object could not be read. */
  unreadable: boolean
  /** Repairs that not every viewer makes: an unreadable or empty table or trailer. */
  mended: boolean
}

/**
 * The library's parser, which reads objects in sequence without a table. This one records every object, and continues
 * after errors where the library stops.
 */
export class RecordingParser extends PDFParser {
  readonly reading: PdfReading

  constructor(...args: Arguments) {
    super(...args)
    const { context } = this
    const reading: PdfReading = { context, objects: [], objectStreams: 0, unreadable: false, mended: false }
    const assign = context.assign.bind(context)
    context.assign = (ref, object) => {
      reading.objects.push({ ref, object })
      reading.unreadable ||= object instanceof PDFInvalidObject
      if (isObjectStream(object)) reading.objectStreams += 1
      assign(ref, object)
    }
    this.reading = reading
  }

  /** Reads as much as possible; never throws because of the content. */
  override async parseDocument(): Promise<PDFContext> {
    try {
      await super.parseDocument()
    } catch {
      this.reading.mended = true
      await this.readRest()
    }
    this.findRoot()
    return this.context
  }

  /** The library also looks for a catalogue, but relies on its type. */
  private findRoot(): void {
    const { context, objects } = this.reading
    if (hasPages(context.lookup(context.trailerInfo.Root))) return
    const catalog = objects.findLast(({ object }) => hasPages(object))
    if (catalog === undefined) return
    context.trailerInfo.Root = catalog.ref
  }

  /** Looks for further objects and trailers at any position. */
  private async readRest(): Promise<void> {
    while (!this.bytes.done()) {
      const start = this.bytes.offset()
      try {
        if (this.matchKeyword(keywords.trailer)) this.readTrailer()
        else await this.readObject()
      } catch {
        this.bytes.moveTo(start)
        this.skipWord()
      }
    }
  }

  /** Skips whole numbers: the last digits of one are not an object number. */
  private skipWord(): void {
    if (!isDigit(this.bytes.next())) return
    while (isDigit(this.bytes.peek())) this.bytes.next()
  }

  private readTrailer(): void {
    this.skipWhitespaceAndComments()
    const dict = this.parseDict()
    const { trailerInfo } = this.context
    for (const key of ['Root', 'Encrypt', 'ID'] as const) {
      trailerInfo[key] = dict.get(PDFName.of(key)) ?? trailerInfo[key]
    }
  }

  /** @throws Error where no object begins, or it cannot be read */
  private async readObject(): Promise<void> {
    const number = this.parseRawInt()
    this.skipWhitespaceAndComments()
    const generation = this.parseRawInt()
    this.skipWhitespaceAndComments()
    if (!this.matchKeyword(keywords.obj)) throw new Error('No object begins here.')
    const ref = PDFRef.of(number, generation)
    // Counts as unreadable until it is read.
    const { unreadable } = this.reading
    this.reading.unreadable = true
    const object = this.parseObject(ref)
    if (object instanceof PDFRawStream && isObjectStream(object)) {
      await PDFObjectStreamParser.forStream(object).parseIntoContext()
    }
    this.reading.unreadable = unreadable
    this.context.assign(ref, object)
    this.skipWhitespaceAndComments()
    this.matchKeyword(keywords.endobj)
  }

  /** Some readers accept object streams without the type. Their objects are recorded and not used. */
  async readHiddenStreams(): Promise<void> {
    const { context, objects, unreadable } = this.reading
    const hidden = objects.map(({ object }) => object).filter(isHiddenObjectStream)
    const assign = context.assign.bind(context)
    context.assign = (ref, object) => objects.push({ ref, object })
    for (const stream of hidden) {
      this.reading.unreadable = true
      try {
        await PDFObjectStreamParser.forStream(stream).parseIntoContext()
        this.reading.unreadable = unreadable
      } catch {
        break
      }
    }
    context.assign = assign
  }
}

function hasPages(object: PDFObject | undefined): boolean {
  if (!(object instanceof PDFDict)) return false
  const pages = object.lookup(PDFName.of('Pages'))
  return pages instanceof PDFDict && pages.has(PDFName.of('Kids'))
}

const [ZERO, NINE] = [0x30, 0x39]
const isDigit = (byte: number) => byte >= ZERO && byte <= NINE

const OBJECT_STREAM = PDFName.of('ObjStm')

function isObjectStream(object: PDFObject): boolean {
  return object instanceof PDFRawStream && object.dict.get(PDFName.of('Type')) === OBJECT_STREAM
}

function isHiddenObjectStream(object: PDFObject): object is PDFRawStream {
  if (!(object instanceof PDFRawStream) || isObjectStream(object)) return false
  return ['N', 'First'].every((key) => object.dict.lookup(PDFName.of(key)) instanceof PDFNumber)
}

/** Reads a PDF, including damaged ones. */
export async function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  const parser = new RecordingParser(bytes, Infinity)
  await parser.parseDocument()
  await parser.readHiddenStreams()
  const { reading } = parser
  return { ...reading, mended: reading.mended || !refersToRoot(bytes, reading) }
}

/** Whether the file refers to its catalogue, in a trailer or in a table's dictionary. */
function refersToRoot(bytes: Uint8Array, { context }: PdfReading): boolean {
  const { Root } = context.trailerInfo
  if (!(Root instanceof PDFRef)) return true
  const references = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/Root\s+(\d+)\s+(\d+)\s+R/gu)
  return references.some(
    ([, number, generation]) =>
      Number(number) === Root.objectNumber && Number(generation) === Root.generationNumber,
  )
}
