import { ChevronLeft, ChevronRight, ExternalLink, RotateCw, ZoomIn } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { FileView } from '#features/documents/client/file-view.tsx'
import { aheadAddress, inlineAddress, previewKind } from '#features/documents/client/preview-kind.ts'
import { IconButton } from '#base/client/ui/icon-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { useViewed } from './use-viewed.ts'
import type { TopicDocument } from './topics.ts'
import type { ShownDocument } from './use-shown-document.ts'

const DrawnFile = lazy(async () => ({
  default: (await import('#features/documents/client/reading/readable-pdf.tsx')).DrawnFile,
}))

/** In percent of the width of the pane. */
const ZOOMS = [100, 150, 200, 300] as const

type DocumentPaneProps = {
  documents: readonly TopicDocument[]
  shown: ShownDocument
  /** Whether the page chose the document: it counts as opened once its reader looks at it. */
  isAhead: boolean
  /** Chooses a document, and its topic. */
  onShow: (document: TopicDocument) => void
}

/** All documents of the application and its FICA checks, one at a time, drawn by our code. */
export function DocumentPane({ documents, shown, isAhead, onShow }: DocumentPaneProps) {
  const { document } = shown
  const [zoom, setZoom] = useState(0)
  const [turn, setTurn] = useState(0)
  const view = useRef<HTMLDivElement>(null)
  useViewed(view, isAhead && document !== null, shown.markViewed)
  const index = documents.findIndex(({ file }) => file.documentId === document?.file.documentId)
  const [before, after] = [documents[index - 1], documents[index + 1]]
  return (
    <section aria-label="Document preview" className="review-document">
      {document === null ? (
        <p className="m-auto px-5 py-16 text-center text-ink-soft">No documents have been uploaded.</p>
      ) : (
        <>
          <div className="review-document-tools">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{document.file.name}</span>
              <span className="ml-2 text-sm text-ink-soft">{document.label}</span>
            </p>
            <span className="ml-auto text-sm whitespace-nowrap text-ink-soft tabular-nums">
              {`${index + 1} of ${documents.length}`}
            </span>
            <IconButton
              label="Previous document"
              Icon={ChevronLeft}
              disabled={before === undefined}
              onPress={() => before && onShow(before)}
            />
            <IconButton
              label="Next document"
              Icon={ChevronRight}
              disabled={after === undefined}
              onPress={() => after && onShow(after)}
            />
            <span className="flex max-lg:hidden">
              <IconButton
                label={`Zoom: ${ZOOMS[zoom]} %`}
                Icon={ZoomIn}
                onPress={() => setZoom((zoom + 1) % ZOOMS.length)}
              />
              <IconButton label="Turn" Icon={RotateCw} onPress={() => setTurn((turn + 90) % 360)} />
            </span>
            <a
              href={inlineAddress(document.file.url)}
              target="_blank"
              rel="noreferrer"
              aria-label="Open in a window of its own"
              title="Open in a window of its own"
              className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <ExternalLink aria-hidden="true" className="size-5" />
            </a>
          </div>
          <div
            ref={view}
            role="region"
            aria-label="Pages"
            // Focusable, so that it can be scrolled by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="review-document-pages"
          >
            <div style={{ width: `${ZOOMS[zoom]}%` }}>
              <Pages key={document.file.documentId} {...shown} {...{ document, turn }} />
            </div>
          </div>
        </>
      )}
    </section>
  )
}

type PagesProps = Pick<ShownDocument, 'onDrawn' | 'markDownloaded'> & {
  document: TopicDocument
  turn: number
}

function Pages({ document, turn, onDrawn, markDownloaded }: PagesProps) {
  const { file } = document
  const kind = previewKind(file, false)
  const otherwise = <FileView file={file} onDownload={() => markDownloaded(document)} />
  if (kind === 'image') return <Picture {...{ document, turn, onDrawn }} />
  if (kind !== 'pages') return otherwise
  return (
    <Suspense fallback={<Spinner label="Opening the document" />}>
      <DrawnFile
        address={aheadAddress(file.url)}
        turn={turn}
        onDrawn={() => onDrawn(document)}
        otherwise={otherwise}
      />
    </Suspense>
  )
}

/** A picture as wide as the pane, but not larger than itself; turned, it is as wide as it was high. */
function Picture({ document, turn, onDrawn }: Omit<PagesProps, 'markDownloaded'>) {
  const { file } = document
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <Notice tone="danger" live="alert">
        We can’t show this file right now. Please try again in a moment.
      </Notice>
    )
  }
  return (
    <img
      src={aheadAddress(file.url)}
      alt={`Uploaded file ${file.name}`}
      style={turn === 0 ? undefined : { rotate: `${turn}deg` }}
      onLoad={() => onDrawn(document)}
      onError={() => setFailed(true)}
      className="mx-auto min-w-[min(100%,26rem)] max-w-full border border-hairline object-contain"
    />
  )
}
