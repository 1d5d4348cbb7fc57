import { useCallback, useMemo, useRef } from 'react'
import type { DraftStepId } from './step-components.ts'

/** What stands on a step's screen, in the API's shape. */
export type Screen = Record<string, unknown>

const nothing = (): Screen => ({})

export interface ScreenReader {
  /** For the step: how to read it. Returns what takes that back. */
  onTyped: (read: () => Screen) => () => void
  /** What stands on the screen now. */
  now: () => Screen
  /** What stood on a step when it went from the page; nothing where another one went since. */
  left: (step: DraftStepId) => Screen
}

/** Reads what is typed on the present step, and remembers it of the step that was just left. */
export function useScreen(step: DraftStepId): ScreenReader {
  const read = useRef(nothing)
  const last = useRef<{ step: DraftStepId; screen: Screen } | null>(null)
  const onTyped = useCallback(
    (reader: () => Screen) => {
      read.current = reader
      return () => {
        last.current = { step, screen: reader() }
        read.current = nothing
      }
    },
    [step],
  )
  return useMemo(
    () => ({
      onTyped,
      now: () => read.current(),
      left: (of) => (last.current?.step === of ? last.current.screen : {}),
    }),
    [onTyped],
  )
}
