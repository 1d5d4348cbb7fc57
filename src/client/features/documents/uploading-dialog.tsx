import { useCallback, useState, useSyncExternalStore } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from '#client/ui/dialog.tsx'
import { unfinishedChanged, unfinishedUploads, type Unfinished } from './unfinished-uploads.ts'

/** A question whether to leave files behind that are not done. */
export interface UploadQuestion {
  open: boolean
  /** What it asks about; null where there is nothing to ask. */
  about: Unfinished | null
  /** Asks, where any file is not done; without one it goes on at once. */
  ask: () => void
  confirm: () => void
  cancel: () => void
}

/** Asks before something takes files with it that are not done. Once they have arrived there is nothing to ask. */
export function useUploadQuestion(goOn: () => unknown): UploadQuestion {
  const [asked, setAsked] = useState(false)
  const about = useSyncExternalStore(unfinishedChanged.subscribe, unfinishedUploads)
  if (asked && about === null) setAsked(false)
  return {
    open: asked,
    about,
    ask: useCallback(() => void (unfinishedUploads() === null ? goOn() : setAsked(true)), [goOn]),
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

const asking = {
  moving: { title: 'A file is still being uploaded', cancelLabel: 'Keep uploading' },
  locked: { title: 'A file is still waiting for its password', cancelLabel: 'Go back' },
} as const satisfies Record<Unfinished, Pick<ConfirmDialogProps, 'title' | 'cancelLabel'>>

export function UploadingDialog({ question, ...words }: UploadingDialogProps) {
  return (
    <ConfirmDialog
      {...words}
      {...asking[question.about ?? 'moving']}
      open={question.open}
      tone="danger"
      onConfirm={question.confirm}
      onCancel={question.cancel}
    />
  )
}
