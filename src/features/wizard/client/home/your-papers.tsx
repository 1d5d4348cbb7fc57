import { FileText } from 'lucide-react'
import type { Application } from '#features/applications/api/application.ts'
import { unreadableReasons } from '#base/rules/files/safety.ts'
import { DocumentPreview, usePreview } from '#features/documents/client/document-preview.tsx'
import { thumbnailAddress } from '#features/documents/client/preview-kind.ts'
import { DownloadButton } from '#features/documents/client/download-button.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Thumbnail } from '#base/client/ui/thumbnail.tsx'
import { papersOf, type Paper } from './papers.ts'

/** Downloads of the application and all uploaded documents. */
export function YourPapers({ application }: { application: Application }) {
  const preview = usePreview()
  return (
    <Section title="Your documents" className="mt-8">
      <ul className="-mt-3">
        <OwnSummary reference={application.reference} />
        {papersOf(application).map((paper) => (
          <PaperRow key={paper.file.documentId} paper={paper} onOpen={() => preview.show(paper.file)} />
        ))}
      </ul>
      <DocumentPreview preview={preview} />
    </Section>
  )
}

const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline py-2.5 last:border-b-0'

function OwnSummary({ reference }: { reference: string }) {
  return (
    <li className={ROW}>
      <span className="flex w-11 shrink-0 justify-center">
        <FileText aria-hidden="true" className="size-6 text-brass" />
      </span>
      <div className="min-w-0 flex-[1_1_7rem]">
        <p className="font-semibold">Your application</p>
        <p className="text-sm text-ink-soft">All your answers (PDF)</p>
      </div>
      <DownloadButton
        from="/api/account/summary"
        name={`Application ${reference}.pdf`}
        className="shrink-0"
        label="Download your application"
      >
        Download
      </DownloadButton>
    </li>
  )
}

function PaperRow({ paper: { file, label }, onOpen }: { paper: Paper; onOpen: () => void }) {
  return (
    <li className={ROW}>
      <Thumbnail src={thumbnailAddress(file)} />
      <div className="min-w-0 flex-[1_1_7rem]">
        <p className="wrap-anywhere">{file.name}</p>
        <p className="text-sm text-ink-soft text-pretty">
          {file.virusScan === undefined ? label : unreadableReasons[file.virusScan]}
        </p>
      </div>
      {file.virusScan === undefined ? (
        <Button
          tone="quiet"
          size="small"
          className="shrink-0"
          aria-label={`Open ${file.name}`}
          onClick={onOpen}
        >
          Open
        </Button>
      ) : null}
    </li>
  )
}
