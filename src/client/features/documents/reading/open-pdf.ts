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

/** The pages of a PDF; null until they are read. */
export function usePdfPages(bytes: ArrayBuffer): { pages: OpenedPage[] | null; failed: boolean } {
  const [pages, setPages] = useState<OpenedPage[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    // The library takes ownership of the buffer, so it gets a copy.
    const loading = getDocument({ data: bytes.slice(0) })
    pagesOf(loading.promise).then(setPages, () => setFailed(true))
    return () => void loading.destroy()
  }, [bytes])
  return { pages, failed }
}

async function pagesOf(loading: Promise<PDFDocumentProxy>): Promise<OpenedPage[]> {
  const document = await loading
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)))
  // A page whose text cannot be read is shown as printed.
  const texts = withWholeTables(await Promise.all(pages.map((page) => readPageText(page).catch(() => null))))
  return pages.map((page, index) => ({ page, text: texts[index] ?? null }))
}
