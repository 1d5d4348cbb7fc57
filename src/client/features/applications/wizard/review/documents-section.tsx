import { useRef } from 'react'
import type { Application } from '#domain/api/application.ts'
import { MovingFiles } from '#client/features/documents/file-rows.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Section } from '#client/ui/section.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { documentStatuses, type DocumentStatus } from './document-status.ts'
import { EditButton } from './edit-button.tsx'

type DocumentsSectionProps = Pick<StepProps, 'editStep'> & { application: Application }

/** The id of the button for documents of a kind. */
export const manageId = (kind: DocumentStatus['kind']) => `manage-${kind}`

/** Uploaded and missing documents. */
export function DocumentsSection({ application, editStep }: DocumentsSectionProps) {
  return (
    <Section title="Documents Status" focusable>
      <ul>
        {documentStatuses(application).map((status) => (
          <DocumentLine key={status.label} {...{ status, editStep }} />
        ))}
      </ul>
    </Section>
  )
}

function DocumentLine({ status, editStep }: Pick<StepProps, 'editStep'> & { status: DocumentStatus }) {
  const { kind, label, step, files, required } = status
  const there = files.length > 0
  const manage = useRef<HTMLDivElement>(null)
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-hairline py-3 last:border-b-0 sm:grid-cols-[1fr_auto_auto]">
      <div className="min-w-0">
        <p>
          <span>{label}</span>
          {required || there ? null : <span className="text-ink-soft"> (optional)</span>}
        </p>
        {files.map((file) => (
          <p key={file.documentId} className="text-sm wrap-anywhere text-ink-soft">
            {file.name}
          </p>
        ))}
      </div>
      <div className="col-span-full row-start-2 min-w-0">
        <MovingFiles kind={kind} onFocusLost={() => manage.current?.querySelector('button')?.focus()} />
      </div>
      <Badge tone={there ? 'success' : required ? 'warning' : 'neutral'}>
        {there ? 'Uploaded' : 'Pending'}
      </Badge>
      <div ref={manage} className="col-span-2 -ml-4 sm:col-span-1 sm:ml-0">
        <EditButton id={manageId(kind)} what={label} verb="Manage" onPress={() => editStep(step)} />
      </div>
    </li>
  )
}
