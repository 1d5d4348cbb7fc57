import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { FileView } from '#features/documents/client/file-view.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ProvedAnswers } from './proved-answers.tsx'
import { useViewed } from './use-viewed.ts'
import type { OpenedDocuments } from './use-opened-documents.ts'
import type { ShownDocument } from './use-shown-document.ts'

type DocumentPaneProps = {
  application: ReviewedApplication
  files: readonly UploadedFile[]
  shown: ShownDocument
  documents: OpenedDocuments
  /** Whether it is beside the answers, not above them. */
  isBeside: boolean
}

/** The current document: beside the answers and sticky, or above them in a narrow window. */
export function DocumentPane({
  application,
  files,
  shown: { file: shown, ahead, show, markViewed },
  documents: { opened, markOpened },
  isBeside,
}: DocumentPaneProps) {
  const ref = useShownInSight(shown)
  const view = useRef<HTMLDivElement>(null)
  useViewed(view, ahead && shown !== null && !opened.has(shown.documentId), markViewed)
  const index = files.findIndex(({ documentId }) => documentId === shown?.documentId)
  const go = (step: 1 | -1) => {
    const file = files[index + step]
    if (file) show(file)
  }
  return (
    <section
      ref={ref}
      aria-label="Document preview"
      className={
        isBeside
          ? 'sticky top-24 max-h-[calc(100dvh-7rem)] scroll-mt-24 self-start overflow-y-auto'
          : 'scroll-mt-44'
      }
    >
      {shown ? (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <p className="min-w-0 grow wrap-anywhere">
              <span className="font-semibold">{shown.name}</span>
              <span className="block text-sm text-ink-soft">{`Document ${index + 1} of ${files.length}, ${files.filter(({ documentId }) => opened.has(documentId)).length} opened`}</span>
            </p>
            <Button
              tone="secondary"
              size="small"
              disabled={index <= 0}
              icon={<ChevronLeft aria-hidden="true" className="size-4" />}
              onClick={() => go(-1)}
            >
              <span className="sr-only">Previous document</span>
            </Button>
            <Button
              tone="secondary"
              size="small"
              disabled={index >= files.length - 1}
              icon={<ChevronRight aria-hidden="true" className="size-4" />}
              onClick={() => go(1)}
            >
              <span className="sr-only">Next document</span>
            </Button>
          </div>
          <div ref={view} className={isBeside ? '[&_iframe]:h-[50dvh] [&_img]:max-h-[50dvh]' : undefined}>
            <FileView
              key={shown.documentId}
              file={shown}
              ahead={ahead}
              onDownload={() => markOpened(shown)}
            />
          </div>
          <ProvedAnswers key={shown.documentId} application={application} file={shown} />
        </>
      ) : (
        <p className="border border-hairline bg-surface px-5 py-16 text-center text-ink-soft">
          No documents have been uploaded.
        </p>
      )}
    </section>
  )
}

/** If the pane is below the answers, scrolls to it when a document is pressed. */
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
