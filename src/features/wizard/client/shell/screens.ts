import type { DraftStepId } from '../steps/step-props.ts'

/** A step's screen in the API's shape. */
export type Screen = Record<string, unknown>

/** Reads the screen of the current step, and stores those of earlier steps. */
export function createScreens() {
  const readers = new Map<DraftStepId, () => Screen>()
  return {
    /** Returns a function that unregisters it. */
    register: (step: DraftStepId, read: () => Screen) => {
      readers.set(step, read)
      return () => {
        if (readers.get(step) !== read) return
        const last = read()
        readers.set(step, () => last)
      }
    },
    read: (step: DraftStepId): Screen => readers.get(step)?.() ?? {},
  }
}
