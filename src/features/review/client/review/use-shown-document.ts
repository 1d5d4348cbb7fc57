import { useState } from 'react'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { isShownHere } from '#features/documents/client/file-view.tsx'
import { call } from '#base/client/lib/api.ts'
import type { OpenedDocuments } from './use-opened-documents.ts'

/** The document beside the answers. */
export interface ShownDocument {
  file: UploadedFile | null
  /** Whether the page chose it: it does not count as opened until its reader looks at it. */
  ahead: boolean
  /** The reader chooses a file. */
  show: (file: UploadedFile) => void
  /** The reader goes to the next file; after the last one, to the first. */
  showNext: () => void
  /** The reader looks at the file that the page chose. */
  markViewed: () => void
}

/** The first document is shown before the reader chooses one; it counts as opened once they choose it or look at it. */
export function useShownDocument(
  files: readonly UploadedFile[],
  { opened, markOpened }: OpenedDocuments,
): ShownDocument {
  const [shown, setShown] = useState({ file: files[0] ?? null, ahead: true })
  const { file, ahead } = shown
  const markViewed = () => {
    if (!ahead || file === null || !isShownHere(file) || opened.has(file.documentId)) return
    markOpened(file)
    // The server has sent the file already; if this call fails, the file counts as unopened at the next visit.
    call('PUT /api/documents/{id}/opened', { params: { id: file.documentId } }).catch(() => undefined)
  }
  const show = (chosen: UploadedFile) => {
    if (chosen.documentId === file?.documentId) return markViewed()
    if (isShownHere(chosen)) markOpened(chosen)
    setShown({ file: chosen, ahead: false })
  }
  const showNext = () => {
    const index = files.findIndex(({ documentId }) => documentId === file?.documentId)
    const next = files[(index + 1) % files.length]
    if (next) show(next)
  }
  return { file, ahead, markViewed, show, showNext }
}
