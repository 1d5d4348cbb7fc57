import { FileText } from 'lucide-react'
import type { Application } from '#domain/api/application.ts'
import { unreadableReasons } from '#domain/documents/safety.ts'
import { DocumentPreview, usePreview } from '#client/features/documents/document-preview.tsx'
import { thumbnailAddress } from '#client/features/documents/preview-kind.ts'
import { DownloadButton } from '#client/features/documents/download-button.tsx'
import { Button } from '#client/ui/button.tsx'
import { Section } from '#client/ui/section.tsx'
import { Thumbnail } from '#client/ui/thumbnail.tsx'
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
