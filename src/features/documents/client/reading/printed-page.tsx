import { RenderingCancelledException, TextLayer, type PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The maximum pixel ratio, and pixels of a page: more needs memory that phones lack. */
const MAX_RATIO = 2
const MAX_PIXELS = 6_000_000

export type PrintedPageProps = {
  page: PDFPageProxy
  count: number
  /** Whether its text says what it shows; otherwise screen readers call it a picture. */
  isReadable?: boolean | undefined
  /** In degrees, clockwise. */
  turn?: number
  /** Called once it is on the screen, or cannot be drawn. */
  onDrawn?: ((isDrawn: boolean) => void) | undefined
}

/** A page of a PDF as printed, as wide as its box, with a text layer for screen readers and search. */
export function PrintedPage({ page, count, isReadable = true, turn = 0, onDrawn }: PrintedPageProps) {
  const rotation = (page.rotate + turn) % 360
  const report = useEffectEvent((isDrawn: boolean) => onDrawn?.(isDrawn))
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = page.getViewport({ scale: 1, rotation })
  const shownWidth = useWidthOf(frame)
  const isNear = useIsNear(frame)
  useEffect(() => {
    const [drawnOn, readFrom, around] = [canvas.current, text.current, frame.current]
    if (drawnOn === null || readFrom === null || around === null || shownWidth === 0) return undefined
    if (!isNear) return undefined
    const scale = shownWidth / width
    around.style.setProperty('--total-scale-factor', String(scale))
    const maxRatio = Math.sqrt(MAX_PIXELS / (width * height)) / scale
    const ratio = Math.min(MAX_RATIO, globalThis.devicePixelRatio, maxRatio)
    const viewport = page.getViewport({ scale: scale * ratio, rotation })
    drawnOn.width = Math.round(viewport.width)
    drawnOn.height = Math.round(viewport.height)
    const drawing = page.render({ canvas: drawnOn, viewport })
    drawing.promise.then(
      () => report(true),
      // Cancelled if the page is unmounted before it is rendered.
      (error: unknown) => {
        if (!(error instanceof RenderingCancelledException)) report(false)
      },
    )
    if (!isReadable) return () => drawing.cancel()
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: readFrom,
      viewport: page.getViewport({ scale, rotation }),
    })
    layer.render().catch(() => undefined)
    return () => {
      drawing.cancel()
      layer.cancel()
      readFrom.replaceChildren()
    }
  }, [page, width, height, rotation, shownWidth, isNear, isReadable])
  return (
    <div
      ref={frame}
      role="group"
      aria-label={`Page ${page.pageNumber} of ${count}${isReadable ? '' : ', a picture without text'}`}
      className="sheet relative mx-auto w-full shadow-sm"
    >
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full" />
      <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />
      <div ref={text} className="letter-text absolute inset-0 overflow-hidden" />
    </div>
  )
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

/** Whether an element is, or was, within a screen of what is shown. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return undefined
    const watch = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) setIsNear(true)
      },
      { rootMargin: '100%' },
    )
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isNear
}
