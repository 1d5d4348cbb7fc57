import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { FileView, howToShow, isShownHere } from './file-view.tsx'
import { inlineAddress } from './preview-kind.ts'

export interface Preview {
  /** Shows a file in the dialog, or in a new tab if it cannot. */
  show: (file: UploadedFile) => void
  shown: UploadedFile | null
  /** The shown file is downloaded. */
  download: () => void
  close: () => void
}

/**
 * The state of the preview.
 *
 * @param onOpened called with each opened file
 */
export function usePreview(onOpened?: (file: UploadedFile) => void): Preview {
  const [shown, setShown] = useState<UploadedFile | null>(null)
  return {
    shown,
    show: (file) => {
      if (isShownHere(file) || howToShow(file) === 'tab') onOpened?.(file)
      if (howToShow(file) === 'tab') window.open(inlineAddress(file.url), '_blank', 'noopener')
      else setShown(file)
    },
    download: () => {
      if (shown !== null) onOpened?.(shown)
    },
    close: () => setShown(null),
  }
}

/** Shows an uploaded file as received. */
export function DocumentPreview({ preview: { shown, download, close } }: { preview: Preview }) {
  if (shown === null) return null
  const canOpen = isShownHere(shown)
  return (
    <Dialog
      open
      onClose={close}
      title={shown.name}
      size="wide"
      footer={
        <>
          {canOpen ? (
            <LinkButton
              external
              href={inlineAddress(shown.url)}
              target="_blank"
              rel="noreferrer"
              tone="secondary"
              icon={<ExternalLink aria-hidden="true" className="size-5" />}
            >
              Open in a new tab
            </LinkButton>
          ) : null}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <FileView file={shown} onDownload={download} />
    </Dialog>
  )
}
