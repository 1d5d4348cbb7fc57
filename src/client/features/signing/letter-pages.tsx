import {
  GlobalWorkerOptions,
  TextLayer,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist'
// Vite exports the file's address.
// oxlint-disable-next-line import/default
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/spinner.tsx'

GlobalWorkerOptions.workerSrc = worker

/** The maximum pixel ratio: more needs memory that phones lack. */
const SHARPEST = 2

/** The rendered pages of a PDF, with a text layer for screen readers and search. */
export function LetterPages({ bytes, label }: { bytes: ArrayBuffer; label: string }) {
  const [pages, setPages] = useState<PDFPageProxy[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    // The library takes ownership of the buffer, so it gets a copy.
    const loading = getDocument({ data: bytes.slice(0) })
    pagesOf(loading.promise).then(setPages, () => setFailed(true))
    return () => void loading.destroy()
  }, [bytes])
  if (failed) {
    return (
      <Notice tone="warning" live="alert">
        We can’t show the letter here. Please download it below to read it. You can still sign it here.
      </Notice>
    )
  }
  if (pages === null) return <Spinner label="Opening the letter" />
  return (
    <div
      role="region"
      aria-label={label}
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[75dvh] space-y-3 overflow-y-auto rounded-md border border-edge bg-sunken p-2 sm:p-4"
    >
      {pages.map((page) => (
        <LetterPage key={page.pageNumber} page={page} count={pages.length} />
      ))}
    </div>
  )
}

async function pagesOf(loading: Promise<PDFDocumentProxy>): Promise<PDFPageProxy[]> {
  const document = await loading
  return Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)))
}

/** The width of an element in CSS pixels; it changes when a phone is turned. */
function useWidthOf(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element.current === null) return undefined
    const watched = element.current
    const watch = new ResizeObserver(() => setWidth(watched.clientWidth))
    watch.observe(watched)
    return () => watch.disconnect()
  }, [element])
  return width
}

function LetterPage({ page, count }: { page: PDFPageProxy; count: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = page.getViewport({ scale: 1 })
  const shownWidth = useWidthOf(frame)
  useEffect(() => {
    const [drawnOn, readFrom, around] = [canvas.current, text.current, frame.current]
    if (drawnOn === null || readFrom === null || around === null || shownWidth === 0) return undefined
    const scale = shownWidth / width
    around.style.setProperty('--total-scale-factor', String(scale))
    const sharpness = Math.min(SHARPEST, globalThis.devicePixelRatio)
    const viewport = page.getViewport({ scale: scale * sharpness })
    drawnOn.width = Math.round(viewport.width)
    drawnOn.height = Math.round(viewport.height)
    const drawing = page.render({ canvas: drawnOn, viewport })
    // Cancelled if the page is unmounted before it is rendered.
    drawing.promise.catch(() => undefined)
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: readFrom,
      viewport: page.getViewport({ scale }),
    })
    layer.render().catch(() => undefined)
    return () => {
      drawing.cancel()
      layer.cancel()
      readFrom.replaceChildren()
    }
  }, [page, width, shownWidth])
  return (
    <div
      ref={frame}
      role="group"
      aria-label={`Page ${page.pageNumber} of ${count}`}
      className="sheet relative mx-auto w-full max-w-3xl shadow-sm"
    >
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full" />
      <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />
      <div ref={text} className="letter-text absolute inset-0 overflow-hidden" />
    </div>
  )
}
