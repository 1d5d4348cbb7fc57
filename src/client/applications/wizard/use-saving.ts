import { useRef, useState } from 'react'
import { toast } from '#client/ui/toast-store.ts'
import { useSaveApplication, type Saved } from './use-save-application.ts'
import type { Save } from './save-application.ts'
import { saveFailures, type SaveReason } from './wizard-messages.ts'

export interface Saving {
  save: (save: Save) => Promise<Saved>
  /** When something was saved last on this page. */
  savedAt: Date | null
  /** Says that a save failed, in the words for what it was made for. */
  tell: (reason: SaveReason) => void
}

/** Saves, remembers when, and takes a failure's notice away once a later save succeeds. */
export function useSaving(): Saving {
  const saveApplication = useSaveApplication()
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const notice = useRef<{ dismiss: () => void } | null>(null)
  return {
    savedAt,
    save: async (save) => {
      const outcome = await saveApplication(save)
      if (outcome.kind === 'saved') {
        setSavedAt(new Date())
        notice.current?.dismiss()
      }
      if (outcome.kind === 'closed') {
        toast({ variant: 'destructive', title: 'Not saved', description: outcome.reason })
      }
      return outcome
    },
    tell: (reason) => {
      notice.current = toast({ ...saveFailures[reason], variant: 'destructive' })
    },
  }
}
