import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '#client/app/lazy-part.tsx'
import { readyStep, type DraftStepId } from './step-components.ts'

/** Whether the page has nothing better to do at a step than to prepare the next one, whose code is here. */
export function useRest(step: DraftStepId, next: DraftStepId): boolean {
  const [restedAt, setRestedAt] = useState<DraftStepId | null>(null)
  if (restedAt !== null && restedAt !== step) setRestedAt(null)
  useEffect(() => {
    let wanted = true
    let callOff = () => {}
    const rest = async () => {
      await readyStep(next)
      if (!wanted) return
      // A transition: whoever types meanwhile does not wait for it.
      callOff = whenIdle(() => startTransition(() => setRestedAt(step)))
    }
    void rest()
    return () => {
      wanted = false
      callOff()
    }
  }, [step, next])
  return restedAt === step
}
