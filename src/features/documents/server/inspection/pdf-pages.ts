import { PDFArray, PDFDict, PDFName, PDFRef, type PDFObject } from '@cantoo/pdf-lib'
import type { PdfReading } from './pdf-parser.ts'

/** The pages of a PDF. */
export interface Pages {
  count: number
  /** Whether every object that the page tree refers to exists. */
  complete: boolean
}

const key = (name: string) => PDFName.of(name)
const [PAGES, KIDS, CONTENTS] = [key('Pages'), key('Kids'), key('Contents')]
/** A page has at least one of these; not every program writes its type. */
const OF_A_PAGE = [CONTENTS, key('MediaBox'), key('Resources'), key('Parent')]

/** Counts the pages of a PDF by structure, without relying on types. */
export function pagesOf({ context }: PdfReading): Pages {
  const catalog = context.lookup(context.trailerInfo.Root)
  const found: Pages = { count: 0, complete: true }
  const met = new Set<PDFObject>()
  const open = catalog instanceof PDFDict ? [catalog.get(PAGES)] : []
  for (const next of open) {
    const node = context.lookup(next)
    if (node !== undefined && met.has(node)) continue
    if (!(node instanceof PDFDict)) {
      found.complete = false
      continue
    }
    met.add(node)
    const kids = node.lookup(KIDS)
    if (kids instanceof PDFArray) open.push(...kids.asArray())
    else if (OF_A_PAGE.some((name) => node.has(name))) {
      found.count += 1
      found.complete &&= contentsAreThere(node)
    }
  }
  return found
}

function contentsAreThere(page: PDFDict): boolean {
  const contents = page.lookup(CONTENTS)
  const parts = contents instanceof PDFArray ? contents.asArray() : [page.get(CONTENTS)]
  return parts.every((part) => !(part instanceof PDFRef) || page.context.lookup(part) !== undefined)
}
