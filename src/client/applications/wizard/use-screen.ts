import { useMemo, useRef } from 'react'
import type { DraftStepId } from './step-components.ts'

/** What stands on a step's screen, in the API's shape. */
export type Screen = Record<string, unknown>

export interface ScreenReader {
  /** For a step: how to read it. Returns what takes that back. */
  onTyped: (step: DraftStepId, read: () => Screen) => () => void
  /** What stands on a step's screen, or stood there when it went from the page. */
  read: (step: DraftStepId) => Screen
}

/** Reads what is typed on the steps that have a screen, and remembers it of those that had one. */
export function useScreen(): ScreenReader {
  const readers = useRef(new Map<DraftStepId, () => Screen>())
  return useMemo(
    () => ({
      onTyped: (step, read) => {
        readers.current.set(step, read)
        return () => {
          if (readers.current.get(step) !== read) return
          const last = read()
          readers.current.set(step, () => last)
        }
      },
      read: (step) => readers.current.get(step)?.() ?? {},
    }),
    [],
  )
}
