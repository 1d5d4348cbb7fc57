import {
  GlobalWorkerOptions,
  getDocument,
  version,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { withWholeTables, type PageText } from './blocks.ts'
import { checkPage, type CheckedPage } from './check-page.ts'
import { readPageText } from './page-text.ts'
import { withWholeSentences } from './sentences.ts'
import { withSignatureLines } from './signature-lines.ts'

/** The library's worker, decoders, character maps and fonts, which the build copies (vite.config.ts). */
const FILES = import.meta.env.DEV ? '/pdfjs/' : `/assets/pdfjs-${version}/`

GlobalWorkerOptions.workerSrc = `${FILES}pdf.worker.min.mjs`

const options = {
  cMapUrl: `${FILES}cmaps/`,
  standardFontDataUrl: `${FILES}standard_fonts/`,
  wasmUrl: `${FILES}wasm/`,
  iccUrl: `${FILES}iccs/`,
  // The same on every machine.
  useSystemFonts: false,
} as const

/** A page of a letter, drawn, and its text where that is all of it. */
export interface OpenedPage extends CheckedPage {
  text: PageText
}

interface Reading<Page> {
  /** Null until they are read. */
  pages: Page[] | null
  failed: boolean
}

/** The pages of a PDF as printed. */
export const usePrintedPages = (bytes: ArrayBuffer): Reading<PDFPageProxy> => useRead(bytes, printedPages)

/** The pages of a letter that all can be drawn; fails where one cannot. */
export const useLetterPages = (bytes: ArrayBuffer): Reading<OpenedPage> => useRead(bytes, letterPages)

function useRead<Page>(
  bytes: ArrayBuffer,
  read: (document: PDFDocumentProxy) => Promise<Page[]>,
): Reading<Page> {
  const [pages, setPages] = useState<Page[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const isLetter = read === (letterPages as unknown)
    // The library takes ownership of the buffer, so it gets a copy. A letter is drawn whole or not at all.
    const loading = getDocument({
      ...options,
      data: bytes.slice(0),
      stopAtErrors: isLetter,
      fontExtraProperties: isLetter,
    })
    loading.promise.then(read).then(setPages, () => setFailed(true))
    return () => void loading.destroy()
  }, [bytes, read])
  return { pages, failed }
}

function printedPages(document: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  return Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)))
}

async function letterPages(document: PDFDocumentProxy): Promise<OpenedPage[]> {
  if (await isDynamicForm(document)) throw new Error('Only other programs show this form.')
  const checked: CheckedPage[] = []
  // One after another: together they would need more memory than phones have.
  for (const page of await printedPages(document)) {
    const found = await checkPage(page)
    if (!found.isDrawn) throw new Error('A page cannot be drawn.')
    page.cleanup()
    checked.push(found)
  }
  const texts = await Promise.all(
    // A page whose text cannot be read is shown as printed.
    checked.map(async ({ page, isText }) => (isText ? await readPageText(page).catch(() => null) : null)),
  )
  const whole = withSignatureLines(withWholeSentences(withWholeTables(texts)))
  return checked.map((one, index) => ({ ...one, text: whole[index] ?? null }))
}

/** Forms of Adobe LiveCycle: their pages say that the reader cannot show them. */
async function isDynamicForm(document: PDFDocumentProxy): Promise<boolean> {
  const { info } = (await document.getMetadata()) as { info: Record<string, unknown> }
  return info['IsXFAPresent'] === true && info['IsAcroFormPresent'] !== true
}
