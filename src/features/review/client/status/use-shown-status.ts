import { useState } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { foreignChange, type ForeignChange } from './foreign-change.ts'

/** What a status decides on the page. */
type Standing = Pick<ReviewedApplication, 'status' | 'actions' | 'reopensTo'>

/** The status that is shown, and a change by another user that is marked beside it. */
export interface ShownStatus {
  /** The application with the status and the actions that the reader last saw. */
  shown: ReviewedApplication
  /** Null unless another user changed the status meanwhile. */
  change: ForeignChange | null
  /** Shows the new status with its actions. */
  showChange: () => void
  /** Shows the next change at once: the reader has just read of it in an error. */
  acceptNext: () => void
}

/**
 * Holds the status and its buttons while another user's change is marked beside them: buttons must not change under the
 * pointer. The reader's own changes show at once.
 */
export function useShownStatus(application: ReviewedApplication): ShownStatus {
  const { user } = useSession()
  const [seen, setSeen] = useState<Standing>(application)
  const [accepts, setAccepts] = useState(false)
  const { status, actions } = application
  const acceptNext = () => setAccepts(true)
  const foreign = foreignChange(seen.status, application, user?.id)
  const change = accepts ? null : foreign
  if (change === null) {
    if (seen.status !== status || seen.actions !== actions) setSeen(application)
    if (accepts && foreign !== null) setAccepts(false)
    return { shown: application, change, showChange: () => undefined, acceptNext }
  }
  return {
    shown: { ...application, status: seen.status, actions: seen.actions, reopensTo: seen.reopensTo },
    change,
    showChange: () => setSeen(application),
    acceptNext,
  }
}
