import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist'
// Vite exports the file's address.
// oxlint-disable-next-line import/default
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { withWholeTables, type PageText } from './blocks.ts'
import { readPageText } from './page-text.ts'

GlobalWorkerOptions.workerSrc = worker

/** A page that is drawn as printed, and its text. */
export interface OpenedPage {
  page: PDFPageProxy
  text: PageText
}

interface Reading<Page> {
  /** Null until they are read. */
  pages: Page[] | null
  failed: boolean
}

/** The pages of a PDF as printed. */
export const usePrintedPages = (bytes: ArrayBuffer): Reading<PDFPageProxy> => useRead(bytes, printedPages)

/** The pages of a PDF with their text. */
export const usePdfPages = (bytes: ArrayBuffer): Reading<OpenedPage> => useRead(bytes, pagesWithText)

function useRead<Page>(
  bytes: ArrayBuffer,
  read: (document: PDFDocumentProxy) => Promise<Page[]>,
): Reading<Page> {
  const [pages, setPages] = useState<Page[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    // The library takes ownership of the buffer, so it gets a copy.
    const loading = getDocument({ data: bytes.slice(0) })
    loading.promise.then(read).then(setPages, () => setFailed(true))
    return () => void loading.destroy()
  }, [bytes, read])
  return { pages, failed }
}

function printedPages(document: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  return Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)))
}

async function pagesWithText(document: PDFDocumentProxy): Promise<OpenedPage[]> {
  const pages = await printedPages(document)
  // A page whose text cannot be read is shown as printed.
  const texts = withWholeTables(await Promise.all(pages.map((page) => readPageText(page).catch(() => null))))
  return pages.map((page, index) => ({ page, text: texts[index] ?? null }))
}
