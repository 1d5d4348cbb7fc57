import { useCallback, useState, useSyncExternalStore } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from '#client/ui/dialog.tsx'
import { isUploading, uploadsChanged } from './active-uploads.ts'

/** A question whether to leave files behind that are on their way. */
export interface UploadQuestion {
  open: boolean
  /** Asks, where any file is on its way; without one it goes on at once. */
  ask: () => void
  confirm: () => void
  cancel: () => void
}

/** Asks before something takes files with it that are on their way. Once they have arrived there is nothing to ask. */
export function useUploadQuestion(goOn: () => unknown): UploadQuestion {
  const [asked, setAsked] = useState(false)
  const uploading = useSyncExternalStore(uploadsChanged.listen, isUploading)
  if (asked && !uploading) setAsked(false)
  return {
    open: asked,
    ask: useCallback(() => void (isUploading() ? setAsked(true) : goOn()), [goOn]),
    confirm: () => {
      setAsked(false)
      goOn()
    },
    cancel: () => setAsked(false),
  }
}

type UploadingDialogProps = Pick<ConfirmDialogProps, 'description' | 'confirmLabel'> & {
  question: UploadQuestion
}

export function UploadingDialog({ question, ...words }: UploadingDialogProps) {
  return (
    <ConfirmDialog
      {...words}
      open={question.open}
      title="A file is still being uploaded"
      cancelLabel="Keep uploading"
      tone="danger"
      onConfirm={question.confirm}
      onCancel={question.cancel}
    />
  )
}
