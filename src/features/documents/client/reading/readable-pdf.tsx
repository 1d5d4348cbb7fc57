import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef, useState, type ReactElement, type RefObject } from 'react'
import type { Elements } from '#base/client/ui/elements.ts'
import { controlClasses, LOW_CONTROL } from '#base/client/ui/field.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { ProgressBar } from '#base/client/ui/progress-bar.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { useLetterPages, usePrintedPages, type OpenedPage } from './open-pdf.ts'
import { PageBlocks } from './page-blocks.tsx'
import { PrintedPage } from './printed-page.tsx'
import { PrintedPages } from './printed-pages.tsx'
import { useFile } from './use-file.ts'

export type ReadablePdfProps = {
  bytes: ArrayBuffer
  label: string
  /** Shown if the browser cannot open it, or draw all of it. */
  otherwise: string
  /** Always in sight beside the letter. */
  action: ReactElement | null
  /** Called once it is on the screen, or cannot be shown. */
  onDrawn: (isDrawn: boolean) => void
}

const VIEWS = { text: 'As text', printed: 'As printed' } as const
type View = keyof typeof VIEWS

/** A PDF to be read: as text that reflows, or as printed. Both are made in the browser from the given bytes. */
export function ReadablePdf({ bytes, label, otherwise, action, onDrawn }: ReadablePdfProps) {
  const { pages, failed } = useLetterPages(bytes)
  const [isUndrawn, setIsUndrawn] = useState(false)
  const isUnshown = failed || isUndrawn
  const reportUnshown = useEffectEvent(() => onDrawn(false))
  useEffect(() => {
    if (isUnshown) reportUnshown()
  }, [isUnshown])
  if (isUnshown) {
    return (
      <Notice tone="warning" live="alert">
        {otherwise}
      </Notice>
    )
  }
  if (pages === null) return <Spinner label="Opening the document" />
  return (
    <OpenedPdf
      {...{ pages, label, action }}
      onDrawn={(isDrawn) => (isDrawn ? onDrawn(true) : setIsUndrawn(true))}
    />
  )
}

export type PrintedFileProps = {
  /** Where the file is. */
  address: string
  label: string
  /** Shown if it cannot be loaded or opened. */
  otherwise: Elements
}

/** A PDF as printed, drawn by our code. */
export function PrintedFile({ address, label, otherwise }: PrintedFileProps) {
  const { data, isError } = useFile(address)
  if (isError) return otherwise
  return data === undefined ? (
    <Spinner label="Opening the document" />
  ) : (
    <Printed bytes={data} {...{ label, otherwise }} />
  )
}

function Printed({ bytes, label, otherwise }: Omit<PrintedFileProps, 'address'> & { bytes: ArrayBuffer }) {
  const { pages, failed } = usePrintedPages(bytes)
  if (failed) return otherwise
  if (pages === null) return <Spinner label="Opening the document" />
  return <PrintedPages pages={pages.map((page) => ({ page }))} label={label} />
}

export type DrawnFileProps = {
  /** Where the file is. */
  address: string
  /** In degrees, clockwise. */
  turn: number
  /** Called once its first page is on the screen. */
  onDrawn: () => void
  /** Shown if it cannot be loaded or drawn. */
  otherwise: Elements
}

/** The pages of a PDF as printed, below each other and as wide as their box. */
export function DrawnFile({ address, ...props }: DrawnFileProps) {
  const { data, isError } = useFile(address)
  if (isError) return props.otherwise
  return data === undefined ? (
    <Spinner label="Opening the document" />
  ) : (
    <DrawnPages bytes={data} {...props} />
  )
}

function DrawnPages({
  bytes,
  turn,
  onDrawn,
  otherwise,
}: Omit<DrawnFileProps, 'address'> & { bytes: ArrayBuffer }) {
  const { pages, failed } = usePrintedPages(bytes)
  if (failed) return otherwise
  if (pages === null) return <Spinner label="Opening the document" />
  return (
    <div className="grid gap-3">
      {pages.map((page, index) => (
        <PrintedPage
          key={page.pageNumber}
          {...{ page, turn }}
          count={pages.length}
          onDrawn={index === 0 ? (isDrawn) => isDrawn && onDrawn() : undefined}
        />
      ))}
    </div>
  )
}

type OpenedPdfProps = Pick<ReadablePdfProps, 'action'> & {
  pages: readonly OpenedPage[]
  label: string
  /** Called once it is on the screen, or cannot be drawn. */
  onDrawn: (isDrawn: boolean) => void
}

function OpenedPdf({ pages, label, action, onDrawn }: OpenedPdfProps) {
  const hasText = pages.some(({ text }) => text !== null)
  const [view, setView] = useState<View>(hasText ? 'text' : 'printed')
  return (
    <div role="region" aria-label={label}>
      {hasText ? (
        <ViewSwitch view={view} onChange={setView} />
      ) : (
        <Notice className="mb-3">
          This document can’t be shown as text, so it’s shown as printed. Zoom in, or open it in full screen.
        </Notice>
      )}
      {view === 'text' ? (
        <TextPages {...{ pages, action, onDrawn }} />
      ) : (
        <>
          <PrintedPages {...{ pages, label, onDrawn }} />
          <div className="sticky bottom-0 bg-paper py-1 empty:hidden">{action}</div>
        </>
      )}
    </div>
  )
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div role="group" aria-label="View" className="mb-3 flex flex-wrap gap-2">
      {(['text', 'printed'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={view === name}
          onClick={() => onChange(name)}
          className={clsx(
            'min-h-11 rounded-md border px-4 text-sm font-semibold',
            view === name
              ? 'border-primary bg-primary-wash text-ink'
              : 'border-edge text-ink-soft hover:text-ink',
          )}
        >
          {VIEWS[name]}
        </button>
      ))}
    </div>
  )
}

function TextPages({ pages, action, onDrawn }: Omit<OpenedPdfProps, 'label'>) {
  const report = useEffectEvent(() => onDrawn(true))
  useEffect(() => report(), [])
  const box = useRef<HTMLDivElement>(null)
  const current = useCurrentPage(box)
  const count = pages.length
  const progress = `Page ${current} of ${count}`
  return (
    <div className="rounded-md border border-hairline bg-surface">
      <div ref={box} className="px-4 py-3 sm:px-6">
        {pages.map(({ page, isReadable, text }) => (
          <section
            key={page.pageNumber}
            aria-label={`Page ${page.pageNumber} of ${count}`}
            role="group"
            className="py-1.5"
          >
            {text === null ? (
              <PictureOfPage {...{ page, isReadable, count }} />
            ) : (
              <PageBlocks blocks={text} />
            )}
          </section>
        ))}
      </div>
      <div className="sticky bottom-0 rounded-b-md border-t border-hairline bg-surface px-4 py-2 text-sm text-ink-soft sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="amounts">{progress}</p>
          <Contents {...{ box, pages }} />
          {action}
        </div>
        <ProgressBar
          percent={(100 * current) / count}
          label="Reading progress"
          valueText={progress}
          className="mt-1"
        />
      </div>
    </div>
  )
}

function PictureOfPage(props: Pick<OpenedPage, 'page' | 'isReadable'> & { count: number }) {
  return (
    <>
      <p className="mb-3 text-sm text-ink-soft">
        This page holds more than text, so it’s shown as printed. Choose “As printed” to zoom in.
      </p>
      <PrintedPage {...props} />
    </>
  )
}

/** The headings of the letter; choosing one scrolls to it. */
function Contents({ box, pages }: { box: RefObject<HTMLElement | null>; pages: readonly OpenedPage[] }) {
  const titles = pages.flatMap(({ text }) =>
    (text ?? []).flatMap((block) => (block.kind === 'heading' ? [block.text] : [])),
  )
  if (titles.length < 2) return null
  return (
    <select
      aria-label="Contents"
      value=""
      className={controlClasses(false, clsx(LOW_CONTROL, 'min-w-0 flex-1 basis-32'))}
      onChange={({ target }) => {
        const heading = box.current?.querySelectorAll('h3')[Number(target.value)]
        heading?.scrollIntoView({ block: 'start' })
      }}
    >
      <option value="" hidden>
        Contents
      </option>
      {titles.map((title, index) => (
        // Headings never change, and equal ones may repeat.
        // oxlint-disable-next-line react/no-array-index-key
        <option key={index} value={index}>
          {title}
        </option>
      ))}
    </select>
  )
}

/** The page that is being read, counted from 1: the last that begins above the lower third of the screen. */
function useCurrentPage(box: RefObject<HTMLElement | null>): number {
  const [current, setCurrent] = useState(1)
  useEffect(() => {
    const update = () => {
      const tops = Array.from(box.current?.children ?? [], (page) => page.getBoundingClientRect().top)
      setCurrent(Math.max(1, tops.filter((top) => top < innerHeight * 0.67).length))
    }
    const listening = new AbortController()
    addEventListener('scroll', update, { passive: true, signal: listening.signal })
    return () => listening.abort()
  }, [box])
  return current
}
