import { useLayoutEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { isStepId, stepToOpen, type StepId } from '#domain/applications/wizard/steps.ts'
import { paths } from '#client/app/paths.ts'
import { afterPaint } from '#client/ui/after-paint.ts'
import type { DraftStepId } from './step-components.ts'

/** What a step's entry in the browser's history remembers. */
interface StepEntry {
  editingFromReview: boolean
}

export interface StepHistory extends StepEntry {
  step: DraftStepId
  /** Opens a step as a new entry. Only the review opens steps for editing; any other change clears that. */
  open: (step: DraftStepId, entry?: StepEntry) => void
  /** Whether a step is the one that the browser is at, also before it shows. */
  isAt: (step: DraftStepId) => boolean
  /** Whether the present step was come to by the browser's own Back or Forward; asked again it was not. */
  adopt: () => boolean
}

const addressOf = (step: DraftStepId) => `${paths.home}?step=${step}`

/** A draft's last page is the review; "success" is for what was submitted. */
export function draftStep(step: StepId): DraftStepId {
  return step === 'success' ? 'review' : step
}

/** The step that an address names, or null. */
export function stepIn(search: string): DraftStepId | null {
  const step = new URLSearchParams(search).get('step')
  return isStepId(step) ? draftStep(step) : null
}

/** Whether a history entry is one for editing from the review. */
export function isEditingEntry(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'editingFromReview' in state &&
    state.editingFromReview === true
  )
}

/**
 * The wizard's place in the browser's history: each step is an entry, so that the browser's Back goes to the step before.
 * On load it opens once at the saved step, whatever the address says (specification section 4).
 */
export function useStepHistory(savedStep: string | null): StepHistory {
  const [opened] = useState(() => draftStep(stepToOpen(savedStep)))
  const [adopted, setAdopted] = useState(false)
  const named = stepIn(useSearch())
  const state: unknown = useHistoryState()

  useLayoutEffect(() => {
    // A reload of a page that was being edited from the review goes on being that.
    const editingFromReview = stepIn(location.search) === opened && isEditingEntry(history.state)
    navigate(addressOf(opened), { replace: true, state: { editingFromReview } })
    setAdopted(true)
  }, [opened])

  const { opening, openNow, isOpening } = useOpening()
  const step = opening?.step ?? (adopted && named !== null ? named : opened)
  const expected = useRef(step)

  return {
    step,
    editingFromReview: opening?.editingFromReview ?? (adopted && isEditingEntry(state)),
    open: (to, entry = { editingFromReview: false }) => {
      expected.current = to
      openNow(to, entry)
    },
    isAt: (other) => (isOpening() ?? stepIn(location.search)) === other,
    adopt: () => {
      const browsed = step !== expected.current
      expected.current = step
      return browsed
    },
  }
}

interface Opening extends StepEntry {
  step: DraftStepId
  /** The address that it was opened at. */
  from: string
}

/**
 * Opens a step on the screen first, and in the browser's history right after it is painted: a new entry costs the browser as
 * much time as the step itself.
 */
function useOpening() {
  const [opening, setOpening] = useState<Opening | null>(null)
  const pending = useRef<DraftStepId | null>(null)
  useLayoutEffect(() => {
    if (opening === null) return undefined
    const { step, editingFromReview, from } = opening
    return afterPaint(() => {
      pending.current = null
      // Whoever pressed the browser's Back in that very moment went back.
      if (location.href === from) navigate(addressOf(step), { state: { editingFromReview } })
      setOpening(null)
    })
  }, [opening])
  return {
    opening,
    openNow: (step: DraftStepId, entry: StepEntry) => {
      pending.current = step
      setOpening({ step, ...entry, from: location.href })
    },
    isOpening: () => pending.current,
  }
}
