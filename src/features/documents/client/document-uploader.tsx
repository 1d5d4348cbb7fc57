import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { acceptedFiles, documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { countProblem } from '#features/documents/rules/messages.ts'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { InfoIcon, WarningIcon } from '#base/client/ui/icons.tsx'
import { countedFiles, filesLabel } from './document-files.ts'
import { FileRows } from './file-rows.tsx'
import { limitsText } from './limits-text.ts'
import { PagesButton } from './pages/pages-button.tsx'
import { PhoneButton } from './phone/phone-button.tsx'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import type { PaperTarget } from './upload-kinds.ts'
import { movingItems, type QueueNote } from './upload-queue.ts'
import { useUploads, type Uploads } from './use-uploads.ts'

export type DocumentUploaderProps = {
  kind: ClientKind
  /** The application's files of the kind. */
  files: readonly UploadedFile[]
  /** The label; the kind's name by default. */
  label?: ReactNode
  /** Shown above the limits. */
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  disabled?: boolean
  browseLabel?: string
  /** The correction item that the file answers: one file, replaced by a further one. */
  itemId?: string
  /** The due diligence paper that the files are. */
  paper?: PaperTarget
  /** Names the group and its list of files; the kind's name by default. */
  groupLabel?: string
  /** The target of error summaries. */
  id?: string
  className?: string
}

const ONE_ONLY = 'To upload another file, please remove this one first.'

/**
 * Uploads and lists the files of one kind (specification sections 4, 5 and 8). Uploaded files belong to the application
 * at once, and uploads continue when the step is left.
 */
export function DocumentUploader({
  kind,
  files,
  label = filesLabel(kind),
  hint,
  error,
  optional,
  disabled = false,
  browseLabel,
  itemId,
  paper,
  groupLabel = filesLabel(kind),
  id = kind,
  className,
}: DocumentUploaderProps) {
  const uploads = useUploads(kind, { itemId, paper })
  useForgetSkipped(uploads)
  const box = useRef<HTMLDivElement>(null)
  const single = itemId !== undefined || documentKinds[kind].maxCount === 1
  const counted = itemId === undefined ? countedFiles(kind, files) : 0
  const full = countProblem(kind, counted + movingItems(uploads.queue).length, 1)
  const oneThere = counted > 0 ? ONE_ONLY : null
  const fullText = full && (single ? oneThere : full.description)
  const browse = () => box.current?.querySelector('button')
  const focusUploader = () => browse()?.focus()
  return (
    <div ref={box} role="group" aria-label={groupLabel} tabIndex={-1} className={className}>
      <FileDrop
        {...{ id, label, error, optional, browseLabel }}
        hint={
          <>
            {hint ? <span className="block">{hint}</span> : null}
            <span className="block">{`${limitsText(kind, single ? 1 : paper && Infinity)}. A clear photo is fine.`}</span>
          </>
        }
        accept={acceptedFiles(kind)}
        multiple={!single}
        disabled={disabled || full !== null}
        onFiles={(chosen) => uploads.choose(chosen, counted)}
      />
      <PagesButton
        {...{ kind }}
        disabled={disabled || full !== null}
        onFile={(file) => uploads.choose([file], counted)}
      />
      {paper?.applicationId === undefined ? (
        <PhoneButton
          {...{ kind }}
          label={groupLabel}
          target={{ itemId, paper }}
          count={files.length}
          onArrived={() => uploads.settle('arrived')}
          disabled={disabled || full !== null}
        />
      ) : null}
      {fullText ? <p className="mt-2 text-sm text-ink-soft">{fullText}</p> : null}
      <UploadNotes notes={uploads.queue.notes} />
      <FileRows
        {...{ kind, files, uploads }}
        label={groupLabel}
        disabled={disabled || itemId !== undefined || paper?.applicationId !== undefined}
        onRemoved={focusUploader}
        onFocusLost={() => box.current?.focus()}
        onAnother={() => {
          focusUploader()
          browse()?.click()
        }}
      />
    </div>
  )
}

/** The reasons why files were skipped are gone when the client comes back. */
function useForgetSkipped({ settle }: Uploads) {
  const forget = useEffectEvent(settle)
  useEffect(() => () => forget('left'), [])
}

const noteSigns = {
  skipped: <WarningIcon className="mt-0.5 size-5 text-warning" />,
  smaller: <InfoIcon className="mt-0.5 size-5 text-info" />,
} as const satisfies Record<QueueNote['kind'], ReactNode>

/** Files that were skipped or scaled down, as in the toast. */
export function UploadNotes({ notes }: { notes: readonly QueueNote[] }) {
  return (
    <div role="status">
      {notes.length === 0 ? null : (
        <ul className="mt-3 space-y-1 text-sm">
          {notes.map(({ kind, text }) => (
            <li key={text} className="flex items-start gap-2">
              {noteSigns[kind]}
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The files of a kind that needs no more, with preview and removal. */
export function UploadedFiles({ kind, files }: Pick<DocumentUploaderProps, 'kind' | 'files'>) {
  const uploads = useUploads(kind)
  const focusHeading = () => document.querySelector('h1')?.focus()
  return <FileRows {...{ kind, files, uploads }} onRemoved={focusHeading} onFocusLost={focusHeading} />
}
