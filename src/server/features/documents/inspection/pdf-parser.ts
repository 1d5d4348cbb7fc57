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

/** What came by while a PDF was read. */
export interface PdfReading {
  context: PDFContext
  /**
   * Every object as it was read, also those that a later one of the same number replaces: which of them counts is up
   * to each reader.
   */
  objects: { ref: PDFRef; object: PDFObject }[]
  /** Object streams that say that they are. */
  objectStreams: number
  /** Objects that could not be read: anything may be in them. */
  unreadable: boolean
  /** What was put right here, and not every viewer would: a table or a trailer that cannot be read, or says nothing. */
  mended: boolean
}

/**
 * The library's parser, which takes the objects as they follow one another and has no need of a table. Sees every one,
 * and goes on behind what the library gives up at.
 */
export class SeeingParser extends PDFParser {
  readonly reading: PdfReading

  constructor(...args: Arguments) {
    super(...args)
    const { context } = this
    const reading: PdfReading = { context, objects: [], objectStreams: 0, unreadable: false, mended: false }
    const assign = context.assign.bind(context)
    context.assign = (ref, object) => {
      reading.objects.push({ ref, object })
      reading.unreadable ||= object instanceof PDFInvalidObject
      if (saysObjectStream(object)) reading.objectStreams += 1
      assign(ref, object)
    }
    this.reading = reading
  }

  /** Reads all there is, and never throws for what it finds. */
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

  /** The library looks for a catalogue too, and needs its type for that. */
  private findRoot(): void {
    const { context, objects } = this.reading
    if (hasPages(context.lookup(context.trailerInfo.Root))) return
    const catalog = objects.findLast(({ object }) => hasPages(object))
    if (catalog === undefined) return
    context.trailerInfo.Root = catalog.ref
  }

  /** Looks for further objects and trailers, wherever they begin. */
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

  /** A number is left whole: the end of one is not the number of an object. */
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
    // Until it is read it counts as one that cannot be.
    const { unreadable } = this.reading
    this.reading.unreadable = true
    const object = this.parseObject(ref)
    if (object instanceof PDFRawStream && saysObjectStream(object)) {
      await PDFObjectStreamParser.forStream(object).parseIntoContext()
    }
    this.reading.unreadable = unreadable
    this.context.assign(ref, object)
    this.skipWhitespaceAndComments()
    this.matchKeyword(keywords.endobj)
  }

  /** Not every reader asks an object stream to say that it is one. What is in such a one is seen, and used for nothing. */
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

function saysObjectStream(object: PDFObject): boolean {
  return object instanceof PDFRawStream && object.dict.get(PDFName.of('Type')) === OBJECT_STREAM
}

function isHiddenObjectStream(object: PDFObject): object is PDFRawStream {
  if (!(object instanceof PDFRawStream) || saysObjectStream(object)) return false
  return ['N', 'First'].every((key) => object.dict.lookup(PDFName.of(key)) instanceof PDFNumber)
}

/** Reads a PDF, however much of it is in order. */
export async function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  const parser = new SeeingParser(bytes, Infinity)
  await parser.parseDocument()
  await parser.readHiddenStreams()
  const { reading } = parser
  return { ...reading, mended: reading.mended || !saysRoot(bytes, reading) }
}

/** Whether the file itself says where its catalogue is, in a trailer or in the dictionary of a table. */
function saysRoot(bytes: Uint8Array, { context }: PdfReading): boolean {
  const { Root } = context.trailerInfo
  if (!(Root instanceof PDFRef)) return true
  const said = new RegExp(String.raw`/Root\s+${Root.objectNumber}\s+${Root.generationNumber}\s+R`, 'u')
  return said.test(Buffer.from(bytes).toString('latin1'))
}
