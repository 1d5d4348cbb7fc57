import type { DraftStepId } from '../steps/step-props.ts'

/** What stands on a step's screen, in the API's shape. */
export type Screen = Record<string, unknown>

export interface Screens {
  /** For a step: how to read it. Returns what takes that back. */
  onTyped: (step: DraftStepId, read: () => Screen) => () => void
  /** What stands on a step's screen, or stood there when it went from the page. */
  read: (step: DraftStepId) => Screen
}

/** Reads what is typed on the step that shows, and remembers it of those that did. */
export function createScreens(): Screens {
  const readers = new Map<DraftStepId, () => Screen>()
  return {
    onTyped: (step, read) => {
      readers.set(step, read)
      return () => {
        if (readers.get(step) !== read) return
        const last = read()
        readers.set(step, () => last)
      }
    },
    read: (step) => readers.get(step)?.() ?? {},
  }
}
