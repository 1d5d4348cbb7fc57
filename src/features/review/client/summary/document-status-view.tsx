import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import {
  documentKinds,
  pluralOf,
  wizardKindNames,
  type WizardKind,
} from '#features/applications/rules/documents/kinds.ts'
import { SignatureNote } from '#features/signing/client/signature-note.tsx'
import { filesOfKind } from '#features/documents/client/document-files.ts'
import { thumbnailAddress } from '#features/documents/client/preview-kind.ts'
import { PAPER_ONLY_LABEL, paperOnlyTexts } from '#features/documents/rules/paper-only.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Thumbnail } from '#base/client/ui/thumbnail.tsx'

type DocumentStatusViewProps = {
  application: ReviewedApplication
  /** Undefined for the counts alone. */
  onPreview: ((file: UploadedFile) => void) | undefined
}

/** The number of documents of each kind, with previews (decisions, "Document summary for staff"). */
export function DocumentStatusView({ application, onPreview }: DocumentStatusViewProps) {
  return (
    <Section level={3} title="Document Status">
      <dl>
        {documentsOf(application).map(({ kind, label, files }) => (
          <div
            key={label}
            className="grid grid-cols-[1fr_auto] gap-x-6 border-b border-hairline py-2.5 last:border-b-0"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd>{countText(files.length)}</dd>
            {kind === 'signedFais' && application.letterPaperOnly !== null ? (
              <dd className="col-span-2 pt-1 text-sm">
                <Badge tone="warning">{PAPER_ONLY_LABEL}</Badge>
                <span className="mt-1 block text-ink-soft">{`The FAIS letter to sign: ${paperOnlyTexts[application.letterPaperOnly]}`}</span>
              </dd>
            ) : null}
            {(onPreview === undefined ? [] : files).map((file) => (
              <dd key={file.documentId} className="col-span-2 min-w-0">
                <span className="flex items-center gap-2 py-1 max-sm:flex-wrap">
                  <Thumbnail src={thumbnailAddress(file)} />
                  <button
                    type="button"
                    className="text-link block min-h-11 max-w-full min-w-0 wrap-anywhere text-left"
                    onClick={() => onPreview?.(file)}
                  >
                    {file.name}
                  </button>
                </span>
                {file.sameAs ? (
                  <span className="block pb-2 text-sm wrap-anywhere text-warning">{`The same file as “${file.sameAs.name}” (${documentKinds[file.sameAs.kind].label})`}</span>
                ) : null}
                {file.documentId === application.faisDocument?.documentId ? (
                  <SignatureNote documentId={file.documentId} />
                ) : null}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** Labels of the specification that differ from the table of document kinds. */
const ownLabels: Readonly<Partial<Record<WizardKind, string>>> = {
  pensionBenefits: 'Pension Benefits',
  providentBenefits: 'Provident Benefits',
}

interface DocumentsOfKind {
  kind: WizardKind | 'additional'
  label: string
  files: readonly UploadedFile[]
}

/** The files of an application, in display order. */
export function filesOf(application: ReviewedApplication): UploadedFile[] {
  return documentsOf(application).flatMap(({ files }) => files)
}

function documentsOf(application: ReviewedApplication): DocumentsOfKind[] {
  const { furtherDocuments } = application
  const ofWizard = wizardKindNames.map((kind) => ({
    kind,
    label: ownLabels[kind] ?? pluralOf(kind),
    files: filesOfKind(application, kind),
  }))
  const further = { kind: 'additional', label: pluralOf('additional'), files: furtherDocuments } as const
  return furtherDocuments.length === 0 ? ofWizard : [...ofWizard, further]
}

function countText(count: number): string {
  if (count === 0) return 'Not uploaded'
  return `${count} document${count === 1 ? '' : 's'}`
}
