import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import { FileView, howToShow } from '#client/documents/file-view.tsx'
import { Button } from '#client/ui/button.tsx'

type DocumentPaneProps = {
  files: readonly UploadedFile[]
  shown: UploadedFile | null
  opened: ReadonlySet<string>
  onShow: (file: UploadedFile) => void
}

/** Which documents somebody has opened: as the server recorded it, and those shown here since. */
export function useOpenedDocuments(
  { openedDocuments }: ReviewedApplication,
  shown: UploadedFile | null,
): ReadonlySet<string> {
  const [here, setHere] = useState<ReadonlySet<string>>(new Set())
  if (shown !== null && isShownHere(shown) && !here.has(shown.documentId))
    setHere(new Set([...here, shown.documentId]))
  return new Set([...openedDocuments, ...here])
}

/** Elsewhere it is opened by downloading it, which the server says when the page is read again. */
function isShownHere(file: UploadedFile): boolean {
  return ['image', 'pdf'].includes(howToShow(file))
}

/** One document after the other beside the answers, in sight while one reads them. */
export function DocumentPane({ files, shown, opened, onShow }: DocumentPaneProps) {
  const ref = useShownInSight(shown)
  const place = files.findIndex(({ documentId }) => documentId === shown?.documentId)
  const go = (step: 1 | -1) => {
    const file = files[place + step]
    if (file) onShow(file)
  }
  return (
    <section
      ref={ref}
      aria-label="Document preview"
      className="scroll-mt-24 content-start xl:sticky xl:top-24 xl:self-start"
    >
      {shown ? (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <p className="min-w-0 grow wrap-anywhere">
              <span className="font-semibold">{shown.name}</span>
              <span className="block text-sm text-ink-soft">{`Document ${place + 1} of ${files.length}, ${files.filter(({ id }) => opened.has(id)).length} opened`}</span>
            </p>
            <Button
              tone="secondary"
              size="small"
              disabled={place <= 0}
              icon={<ChevronLeft aria-hidden="true" className="size-4" />}
              onClick={() => go(-1)}
            >
              <span className="sr-only">Previous document</span>
            </Button>
            <Button
              tone="secondary"
              size="small"
              disabled={place >= files.length - 1}
              icon={<ChevronRight aria-hidden="true" className="size-4" />}
              onClick={() => go(1)}
            >
              <span className="sr-only">Next document</span>
            </Button>
          </div>
          <FileView key={shown.documentId} file={shown} />
        </>
      ) : (
        <p className="border border-hairline bg-surface px-5 py-16 text-center text-ink-soft">
          No documents have been uploaded.
        </p>
      )}
    </section>
  )
}

/** Where the pane lies below the answers, whoever presses a document is led there. */
function useShownInSight(shown: UploadedFile | null) {
  const ref = useRef<HTMLElement>(null)
  const before = useRef(shown?.documentId)
  useEffect(() => {
    if (before.current === shown?.documentId) return
    before.current = shown?.documentId
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [shown?.documentId])
  return ref
}
