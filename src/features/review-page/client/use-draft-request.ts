import type { CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'

/** A FICA check that is sent back with the next request. */
export interface CheckAgain {
  task: TaskName
  reason: CorrectionReason
  comment?: string
}

/** What the next request asks of FICA checks: kept in this tab until it is sent. */
export interface DraftRequest {
  again: readonly CheckAgain[]
  /** Whether it asks for what the client has not sent. */
  withMissing: boolean
  add: (check: CheckAgain) => void
  remove: (task: TaskName) => void
  setWithMissing: (withMissing: boolean) => void
  forget: () => void
}

interface Stored {
  again: readonly CheckAgain[]
  withMissing: boolean
}

/** The draft of an application's request, as far as it is about FICA checks. */
export function useDraftRequest(applicationId: string): DraftRequest {
  const [text, setText, forget] = useNoteDraft(`checks/${applicationId}`)
  // Written below only.
  const stored = text === '' ? { again: [], withMissing: false } : (JSON.parse(text) as Stored)
  const write = (changed: Partial<Stored>) => setText(JSON.stringify({ ...stored, ...changed }))
  const without = (task: TaskName) => stored.again.filter((one) => one.task !== task)
  return {
    ...stored,
    add: (check) => write({ again: [...without(check.task), check] }),
    remove: (task) => write({ again: without(task) }),
    setWithMissing: (withMissing) => write({ withMissing }),
    forget,
  }
}
