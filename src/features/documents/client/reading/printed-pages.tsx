import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { IconButton } from '#base/client/ui/icon-button.tsx'
import { PrintedPage, type PrintedPageProps } from './printed-page.tsx'

/** In percent of the width of the box. */
const ZOOMS = [100, 150, 200, 300, 400] as const

type PrintedPagesProps = {
  pages: readonly Pick<PrintedPageProps, 'page' | 'isReadable'>[]
  /** Called once the first page is on the screen, or cannot be drawn. */
  onDrawn?: ((isDrawn: boolean) => void) | undefined
  /** The document. */
  label: string
}

/** The pages as printed, with zoom and a full-screen view. */
export function PrintedPages({ pages, onDrawn, label }: PrintedPagesProps) {
  const [isFull, setIsFull] = useState(false)
  return (
    <>
      <ZoomedPages
        {...{ pages, onDrawn }}
        label="Pages as printed"
        className="max-h-[75dvh] rounded-md border border-edge"
        onFullScreen={() => setIsFull(true)}
      />
      <Dialog
        open={isFull}
        onClose={() => setIsFull(false)}
        title={label}
        size="full"
        footer={<Button onClick={() => setIsFull(false)}>Close</Button>}
      >
        <ZoomedPages {...{ pages }} label="Pages in full screen" />
      </Dialog>
    </>
  )
}

type ZoomedPagesProps = PrintedPagesProps & { className?: string; onFullScreen?: () => void }

function ZoomedPages({ pages, onDrawn, label, className = '', onFullScreen }: ZoomedPagesProps) {
  const [level, setLevel] = useState(0)
  const zoom = ZOOMS[level] ?? 100
  return (
    <>
      <div role="group" aria-label="Zoom" className="mb-2 flex flex-wrap items-center gap-1">
        <IconButton
          label="Zoom out"
          Icon={ZoomOut}
          disabled={level === 0}
          onPress={() => setLevel(level - 1)}
        />
        <output className="amounts min-w-14 text-center text-sm">{`${zoom} %`}</output>
        <IconButton
          label="Zoom in"
          Icon={ZoomIn}
          disabled={level === ZOOMS.length - 1}
          onPress={() => setLevel(level + 1)}
        />
        {onFullScreen ? (
          <Button
            tone="quiet"
            size="small"
            icon={<Maximize aria-hidden="true" className="size-5" />}
            onClick={onFullScreen}
          >
            Full screen
          </Button>
        ) : null}
      </div>
      <div
        role="region"
        aria-label={label}
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={`overflow-auto bg-sunken ${className}`}
      >
        <div style={{ width: `${zoom}%` }} className="space-y-3">
          {pages.map(({ page, isReadable }, index) => (
            <PrintedPage
              key={page.pageNumber}
              {...{ page, isReadable }}
              count={pages.length}
              onDrawn={index === 0 ? onDrawn : undefined}
            />
          ))}
        </div>
      </div>
    </>
  )
}
