import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { UploadedFile } from '#domain/api/application.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { inlineAddress, previewKind, type PreviewKind } from './preview-kind.ts'

/** Below this a page of a PDF inside a dialog cannot be read. */
const ROOM_FOR_A_PAGE = '(min-width: 40rem)'

function howToShow(file: UploadedFile): PreviewKind {
  return previewKind(file.name, navigator.pdfViewerEnabled && matchMedia(ROOM_FOR_A_PAGE).matches)
}

export interface Preview {
  /** Shows a file: in the dialog, or where that cannot be, in a tab of its own. */
  show: (file: UploadedFile) => void
  shown: UploadedFile | null
  close: () => void
}

/** Which file is being looked at. */
export function usePreview(): Preview {
  const [shown, setShown] = useState<UploadedFile | null>(null)
  return {
    shown,
    show: (file) => {
      if (howToShow(file) === 'tab') window.open(inlineAddress(file.url), '_blank', 'noopener')
      else setShown(file)
    },
    close: () => setShown(null),
  }
}

/** Shows an uploaded file as it was received. */
export function DocumentPreview({ preview: { shown, close } }: { preview: Preview }) {
  if (shown === null) return null
  const address = inlineAddress(shown.url)
  return (
    <Dialog
      open
      onClose={close}
      title={shown.name}
      size="wide"
      footer={
        <>
          <LinkButton
            external
            href={address}
            target="_blank"
            rel="noreferrer"
            tone="secondary"
            icon={<ExternalLink aria-hidden="true" className="size-5" />}
          >
            Open in a new tab
          </LinkButton>
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      {howToShow(shown) === 'image' ? (
        <PicturePreview address={address} name={shown.name} />
      ) : (
        <PdfPreview address={address} name={shown.name} />
      )}
    </Dialog>
  )
}

function PdfPreview({ address, name }: { address: string; name: string }) {
  return (
    // Browsers show no PDF in a sandbox. The file comes from this site, checked on arrival to be a PDF.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe src={address} title={name} className="block h-[65dvh] w-full border border-hairline" />
  )
}

function PicturePreview({ address, name }: { address: string; name: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <Notice tone="danger" live="alert">
        The file cannot be shown just now. Please try again in a moment.
      </Notice>
    )
  }
  return (
    <img
      src={address}
      alt={`Uploaded file ${name}`}
      onError={() => setFailed(true)}
      className="mx-auto max-h-[65dvh] max-w-full border border-hairline object-contain"
    />
  )
}
