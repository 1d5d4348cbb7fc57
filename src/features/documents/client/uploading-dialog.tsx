import { useCallback, useState, useSyncExternalStore } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from '#base/client/ui/dialog.tsx'
import { unfinishedChanged, unfinishedUploads, type Unfinished } from './unfinished-uploads.ts'

/** The question whether to leave unfinished uploads. */
export interface UploadQuestion {
  open: boolean
  /** What is unfinished; null if nothing is. */
  about: Unfinished | null
  /** Asks if any file is unfinished, else continues at once. */
  ask: () => void
  confirm: () => void
  cancel: () => void
}

/** Asks before unfinished uploads are lost. The question closes once they have arrived. */
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

export function UploadingDialog({ question, ...texts }: UploadingDialogProps) {
  return (
    <ConfirmDialog
      {...texts}
      {...asking[question.about ?? 'moving']}
      open={question.open}
      tone="danger"
      onConfirm={question.confirm}
      onCancel={question.cancel}
    />
  )
}
