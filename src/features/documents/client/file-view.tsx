import { Download } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { downloadOnlyReasons, unreadableReasons } from '#base/rules/files/safety.ts'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { aheadAddress, inlineAddress, previewKind, type PreviewKind } from './preview-kind.ts'

/** The minimum width of a readable PDF in a page. */
const MIN_PAGE_WIDTH = '(min-width: 40rem)'

/** How this browser shows a file. */
export function howToShow(file: UploadedFile): PreviewKind {
  return previewKind(file, navigator.pdfViewerEnabled && matchMedia(MIN_PAGE_WIDTH).matches)
}

/** Whether this browser shows a file on the page; otherwise opening it means downloading it. */
export function isShownHere(file: UploadedFile): boolean {
  return ['image', 'pdf', 'pages'].includes(howToShow(file))
}

type FileViewProps = {
  file: UploadedFile
  /** Whether it is shown before its reader chose it. */
  ahead?: boolean
  /** Called when the reader downloads a file that is not shown here. */
  onDownload?: () => void
}

const views = {
  image: PictureView,
  pdf: PdfView,
  pages: PagesView,
  tab: DownloadView,
  download: DownloadView,
  nothing: UnreadableView,
} as const satisfies Record<PreviewKind, (props: FileViewProps) => ReactNode>

/** An uploaded file as received, or why it cannot be shown and what to do. */
export function FileView(props: FileViewProps) {
  const View = views[howToShow(props.file)]
  return <View {...props} />
}

/** The address that shows a file. */
function addressIn({ file: { url }, ahead = false }: FileViewProps): string {
  return ahead ? aheadAddress(url) : inlineAddress(url)
}

function PdfView(props: FileViewProps) {
  return (
    // Browsers show no PDF in a sandbox. The file comes from this site and was checked to be a PDF on arrival.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      src={`${addressIn(props)}#navpanes=0`}
      title={props.file.name}
      className="block h-[65dvh] w-full border border-hairline"
    />
  )
}

const PrintedFile = lazy(async () => ({
  default: (await import('./reading/readable-pdf.tsx')).PrintedFile,
}))

/** On phones, whose browsers only download PDFs. */
function PagesView(props: FileViewProps) {
  return (
    <Suspense fallback={<Spinner label="Opening the document" />}>
      <PrintedFile
        address={addressIn(props)}
        label={props.file.name}
        otherwise={<DownloadView {...props} />}
      />
    </Suspense>
  )
}

function PictureView(props: FileViewProps) {
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
      src={addressIn(props)}
      alt={`Uploaded file ${props.file.name}`}
      onError={() => setFailed(true)}
      className="mx-auto max-h-[65dvh] max-w-full border border-hairline object-contain"
    />
  )
}

function DownloadView({ file: { url, name, downloadOnly }, onDownload }: FileViewProps) {
  return (
    <Notice
      title={name}
      action={
        <LinkButton
          external
          href={url}
          download={name}
          onClick={onDownload}
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
        >
          Download
        </LinkButton>
      }
    >
      {downloadOnly ? downloadOnlyReasons[downloadOnly] : 'Your browser can’t show this file here.'}
    </Notice>
  )
}

function UnreadableView({ file: { name, virusScan } }: FileViewProps) {
  return (
    <Notice tone="warning" title={name}>
      {virusScan ? unreadableReasons[virusScan] : null}
    </Notice>
  )
}
