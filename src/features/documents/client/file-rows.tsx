import { useQueryClient } from '@tanstack/react-query'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { unreadableReasons, type Unreadable } from '#base/rules/files/safety.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useOnline } from '#base/client/ui/use-online.ts'
import { UploadRow, type UploadState } from '#base/client/ui/upload-row.tsx'
import { DocumentPreview, usePreview } from './document-preview.tsx'
import { filesLabel } from './document-files.ts'
import { FilePassword } from './file-password.tsx'
import { thumbnailAddress } from './preview-kind.ts'
import { SameFiles } from './same-files.tsx'
import { needsScaling } from './sort-files.ts'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { canCancel, isMoving, type UploadItem, type UploadStep } from './upload-queue.ts'
import { useRemoval } from './use-removal.ts'
import { useScanNews } from './use-scan-results.ts'
import { useUploads, type Uploads } from './use-uploads.ts'

const states = {
  waiting: 'queued',
  preparing: 'queued',
  sending: 'uploading',
  registering: 'checking',
  locked: 'locked',
  failed: 'failed',
} as const satisfies Record<UploadStep, UploadState>

/** Labels by the reason why a file cannot be opened. */
const storedStates = {
  none: 'done',
  waiting: 'scanning',
  infected: 'deleted',
} as const satisfies Record<Unreadable | 'none', UploadState>

export type FileRowsProps = {
  kind: ClientKind
  /** Names the list; the kind's name by default. */
  label?: string
  files: readonly UploadedFile[]
  /** Uploads, if possible here. */
  uploads: Uploads
  /** Disables removal. */
  disabled?: boolean
  onRemoved: () => void
  /** Called when a field beside a file is removed with the focus in it. The file may not be listed as stored yet. */
  onFocusLost: () => void
  /** Chooses another file; undefined if not possible. */
  onAnother?: () => void
}

/** The files of one kind: stored ones, then uploads. */
export function FileRows({
  kind,
  label = filesLabel(kind),
  files,
  uploads,
  disabled = false,
  onRemoved,
  onFocusLost,
  onAnother,
}: FileRowsProps) {
  const preview = usePreview()
  const removeFile = useRemoval(kind, files, onRemoved)
  const { items } = uploads.queue
  useScanNews(files)
  const remove = disabled ? undefined : removeFile
  return (
    <>
      <SameFiles {...{ kind, files }} onRemove={remove} />
      <ul aria-label={`${label}: files`} className="mt-3" hidden={files.length + items.length === 0}>
        {files.map((file) => (
          <UploadRow
            key={file.documentId}
            name={file.name}
            thumbnail={thumbnailAddress(file)}
            state={storedStates[file.virusScan ?? 'none']}
            message={file.virusScan === 'infected' ? unreadableReasons.infected : null}
            onPreview={file.virusScan === undefined ? () => preview.show(file) : undefined}
            onRemove={remove && (() => remove(file))}
          />
        ))}
        {items.map((item) => (
          <MovingRow key={item.id} {...{ kind, item, uploads, onAnother, onFocusLost }} />
        ))}
      </ul>
      <DocumentPreview preview={preview} />
    </>
  )
}

/**
 * Unfinished uploads of a kind, shown on another page than their own.
 *
 * @param withFailed shows failed ones; leave it out where a document of the kind is there
 */
export function MovingFiles({
  kind,
  withFailed,
  onFocusLost,
}: Pick<FileRowsProps, 'kind' | 'onFocusLost'> & { withFailed: boolean }) {
  const uploads = useUploads(kind)
  const items = uploads.queue.items.filter(({ step }) => withFailed || step !== 'failed')
  if (items.length === 0) return null
  return (
    <ul aria-label={`${filesLabel(kind)}: uploading`}>
      {items.map((item) => (
        <MovingRow key={item.id} {...{ kind, item, uploads, onFocusLost }} />
      ))}
    </ul>
  )
}

/** The state of an upload while offline. */
const CUT = 'You’re offline. It will resume when you’re back online.'

type MovingRowProps = Pick<FileRowsProps, 'kind' | 'uploads' | 'onAnother' | 'onFocusLost'> & {
  item: UploadItem
}

/** A file that is being uploaded. */
export function MovingRow({ kind, item, uploads, onAnother, onFocusLost }: MovingRowProps) {
  const { id, file, step, percent, failure, isFinal, opening } = item
  const asksPassword = opening || step === 'locked'
  const online = useOnline()
  const idNumber = useQueryClient().getQueryData(queryFor('GET /api/application').queryKey)?.idNumber
  const cut = !online && isMoving(item)
  const shrinking = step === 'preparing' && needsScaling(kind, file)
  return (
    <UploadRow
      name={file.name}
      size={file.size}
      state={asksPassword ? 'locked' : states[step]}
      percent={percent}
      message={shrinking ? 'Making the photo smaller...' : cut ? CUT : asksPassword ? null : failure}
      onCancel={canCancel(item) ? () => uploads.drop(id) : undefined}
      onRetry={isFinal ? undefined : () => uploads.retry(id)}
      onRemove={opening ? undefined : () => uploads.drop(id)}
    >
      {asksPassword ? (
        <FilePassword
          {...{ opening, onFocusLost }}
          idNumber={idNumber ?? null}
          fileName={file.name}
          wrong={failure}
          onPassword={(password) => uploads.unlock(id, password)}
          onAnother={
            onAnother &&
            (() => {
              uploads.drop(id)
              onAnother()
            })
          }
        />
      ) : null}
    </UploadRow>
  )
}
