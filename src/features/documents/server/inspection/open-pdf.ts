import { PDFArray, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import type { DownloadOnly } from '#base/rules/files/safety.ts'
import type { Finding } from './finding.ts'
import { canAct, lookAtWriting } from './pdf-actions.ts'
import { findKey, isEncrypted, unlockedCopy } from './pdf-lock.ts'
import { pagesOf } from './pdf-pages.ts'
import { readPdf, type PdfReading } from './pdf-parser.ts'
import { isHeavy } from './pdf-weight.ts'
import { rewritePdf } from './write-pdf.ts'

const BROKEN = { is: 'broken', type: 'application/pdf' } as const satisfies Finding

/**
 * Opens a PDF and checks that it has a page and no active content. Lenient: a strict reader would reject one real PDF
 * in five, so what viewers repair is repaired here.
 *
 * @param password tried after the empty one
 */
export async function openPdf(bytes: Uint8Array, password?: string): Promise<Finding> {
  const reading = await readPdf(bytes)
  if (!isEncrypted(reading)) return openOpen(bytes, reading)
  const key = await findKey(reading, password)
  if (key === 'no password') return { is: 'sealed-otherwise' }
  if (typeof key === 'string') return { is: 'locked', opensWith: key }
  return openLocked(bytes, reading, key.password)
}

async function openOpen(bytes: Uint8Array, reading: PdfReading): Promise<Finding> {
  const finding = await judge(bytes, reading)
  if (finding.is !== 'taken' || !reading.mended) return finding
  return openCopy(() => rewritePdf(reading.context))
}

async function openLocked(bytes: Uint8Array, reading: PdfReading, password: string): Promise<Finding> {
  const opened = await openCopy(() => unlockedCopy(bytes, reading, password))
  if (opened.is !== 'taken' || password !== '') return opened
  // Readers can open this one as it was sent.
  const { converted: _, ...finding } = opened
  const showsMore = lookAtWriting(textOf(bytes)).action || hasOwnCipher(reading)
  return showsMore ? { ...finding, downloadOnly: 'active' } : finding
}

/** The copy that was checked is the one that is stored. */
async function openCopy(make: () => Promise<Uint8Array>): Promise<Finding> {
  const copy = await make().catch(() => null)
  if (copy === null) return BROKEN
  const reading = await readPdf(copy)
  const finding = isEncrypted(reading) ? BROKEN : await judge(copy, reading)
  return finding.is === 'taken' ? { ...finding, converted: copy } : finding
}

async function judge(bytes: Uint8Array, reading: PdfReading): Promise<Finding> {
  const text = textOf(bytes)
  const pages = pagesOf(reading)
  // Readers show what remains of a truncated file, and hide that something is missing.
  const isWhole = text.lastIndexOf('startxref') > text.lastIndexOf('endobj') || pages.complete
  if (pages.count === 0 || !isWhole) return BROKEN
  return { is: 'taken', type: 'application/pdf', downloadOnly: await reasonAgainst(text, reading) }
}

async function reasonAgainst(text: string, reading: PdfReading): Promise<DownloadOnly | null> {
  if (canAct(text, reading)) return 'active'
  const streams = reading.objects
    .map(({ object }) => object)
    .filter((object) => object instanceof PDFRawStream)
  return (await isHeavy(streams)) ? 'heavy' : null
}

/** Streams with an encryption of their own, or none, look different in each reader. */
function hasOwnCipher({ objects }: PdfReading): boolean {
  return objects.some(({ object }) => {
    if (!(object instanceof PDFRawStream)) return false
    const filter = object.dict.lookup(PDFName.of('Filter'))
    const filters = filter instanceof PDFArray ? filter.asArray() : [filter]
    return filters.includes(PDFName.of('Crypt'))
  })
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
