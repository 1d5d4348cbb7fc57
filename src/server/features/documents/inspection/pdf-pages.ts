import { PDFArray, PDFDict, PDFName, PDFRef, type PDFObject } from '@cantoo/pdf-lib'
import type { PdfReading } from './pdf-parser.ts'

/** What a PDF has to show. */
export interface Pages {
  count: number
  /** Whether everything that the tree of pages names is there. */
  complete: boolean
}

const key = (name: string) => PDFName.of(name)
const [PAGES, KIDS, CONTENTS] = [key('Pages'), key('Kids'), key('Contents')]
/** What a page has at least one of; its type goes without saying in more than one program. */
const OF_A_PAGE = [CONTENTS, key('MediaBox'), key('Resources'), key('Parent')]

/** Counts the pages of a PDF by how it is built: types that nobody wrote are not asked for. */
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
