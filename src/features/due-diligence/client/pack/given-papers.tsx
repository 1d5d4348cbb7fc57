import type { PackTask } from '#features/due-diligence/api/due-diligence.ts'
import { DocumentPreview, usePreview } from '#features/documents/client/document-preview.tsx'
import { thumbnailAddress } from '#features/documents/client/preview-kind.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { fileFacts } from '../file-facts.ts'
import { Thumbnail } from '#base/client/ui/thumbnail.tsx'

/** The files of a task that was handed in. */
export function GivenPapers({ item: { papers } }: { item: PackTask }) {
  const preview = usePreview()
  const given = papers.flatMap(({ label, files }) => files.map((file) => ({ label, file })))
  if (given.length === 0) return null
  return (
    <Section title="Documents" className="mt-8">
      <ul className="-mt-3">
        {given.map(({ label, file }) => (
          <li
            key={file.documentId}
            className="flex items-center gap-3 border-b border-hairline py-2.5 last:border-b-0"
          >
            <Thumbnail src={thumbnailAddress(file)} />
            <div className="min-w-0 grow">
              <p className="wrap-anywhere">{file.name}</p>
              <p className="text-sm text-pretty text-ink-soft">{fileFacts(label, file)}</p>
            </div>
            {file.virusScan === undefined ? (
              <Button
                tone="quiet"
                size="small"
                className="shrink-0"
                aria-label={`Open ${file.name}`}
                onClick={() => preview.show(file)}
              >
                Open
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <DocumentPreview preview={preview} />
    </Section>
  )
}
