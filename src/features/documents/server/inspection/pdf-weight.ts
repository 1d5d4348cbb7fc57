import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflate, inflateSync } from 'node:zlib'
import { decodePDFRawStream, PDFArray, PDFName, PDFNumber, type PDFRawStream } from '@cantoo/pdf-lib'
import { MAX_PICTURE_PIXELS } from '#base/rules/files/safety.ts'

/**
 * Limit of all inflated streams together. The largest accepted text PDFs (ten megabytes) inflate to a quarter of it,
 * and readers may be on phones.
 */
const BUDGET_BYTES = 256 * 2 ** 20
/** Deflate compresses by a factor of 1,000 at most, so this much input always inflates in memory. */
const SMALL_BYTES = 8192
/** Chunk size of inflated content. With the usual 16 KB the overhead costs more than inflating. */
const PIECE_BYTES = 256 * 2 ** 10
/** Other compressions are decoded by the library, in memory: scanners of the nineties used them. */
const OTHERS_BUDGET_BYTES = 32 * 2 ** 20

const name = (text: string) => PDFName.of(text)
const FLATE: ReadonlySet<PDFName> = new Set([name('FlateDecode'), name('Fl')])
/** Without picture formats, which declare how many pixels they have. */
const OTHERS: ReadonlySet<PDFName> = new Set(['LZWDecode', 'RunLengthDecode', 'LZW', 'RL'].map(name))

class OverBudget extends Error {}

/** Whether the streams of a PDF inflate to more than a browser can handle. */
export async function isHeavy(streams: readonly PDFRawStream[]): Promise<boolean> {
  let left = BUDGET_BYTES
  const spend = (bytes: number) => {
    left -= bytes
    if (left < 0) throw new OverBudget()
  }
  try {
    for (const stream of streams) {
      refuseWidePicture(stream)
      await inflate(stream, spend)
    }
    return false
  } catch (error) {
    if (error instanceof OverBudget) return true
    throw error
  }
}

type Spend = (bytes: number) => void

function refuseWidePicture({ dict }: PDFRawStream): void {
  const [width, height] = [name('Width'), name('Height')].map((key) => dict.lookup(key))
  if (!(width instanceof PDFNumber) || !(height instanceof PDFNumber)) return
  if (width.asNumber() * height.asNumber() > MAX_PICTURE_PIXELS) throw new OverBudget()
}

async function inflate(stream: PDFRawStream, spend: Spend): Promise<void> {
  const filters = filtersOf(stream)
  if (filters.some((filter) => OTHERS.has(filter))) return spendOthers(stream, spend)
  const deflated = filters.filter((filter) => FLATE.has(filter)).length
  if (deflated === 0) return
  if (deflated === filters.length) return inflateTimes(stream.contents, deflated, spend)
  // Text around it (ASCII85, say) does not make it larger.
  return spendOthers(stream, spend)
}

function filtersOf({ dict }: PDFRawStream): PDFName[] {
  const filter = dict.lookup(name('Filter')) ?? dict.lookup(name('F'))
  const filters =
    filter instanceof PDFArray ? filter.asArray().map((each) => dict.context.lookup(each)) : [filter]
  return filters.filter((each) => each instanceof PDFName)
}

/** What cannot be inflated to the end counts with its readable part, which readers show. */
async function inflateTimes(contents: Uint8Array, times: number, spend: Spend): Promise<void> {
  const small = times === 1 && contents.length <= SMALL_BYTES ? sizeOfSmall(contents) : null
  if (small !== null) {
    spend(small)
    return
  }
  const stages = Array.from({ length: times }, () => [
    createInflate({ chunkSize: PIECE_BYTES }),
    counter(spend),
  ]).flat()
  try {
    await pipeline([Readable.from([contents]), ...stages, drain()])
  } catch (error) {
    if (error instanceof OverBudget) throw error
  }
}

function counter(spend: Spend): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      try {
        spend(chunk.length)
        done(null, chunk)
      } catch (error) {
        done(error as OverBudget)
      }
    },
  })
}

function drain(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

function sizeOfSmall(contents: Uint8Array): number | null {
  try {
    return inflateSync(contents).length
  } catch {
    return null
  }
}

function spendOthers(stream: PDFRawStream, spend: Spend): void {
  let bytes = 0
  try {
    bytes = decodePDFRawStream(stream).getBytes(OTHERS_BUDGET_BYTES + 1).length
  } catch {
    // A filter that the library does not support, such as a picture behind another filter, or damaged content.
  }
  spend(bytes > OTHERS_BUDGET_BYTES ? BUDGET_BYTES + 1 : bytes)
}
