import { memo, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { fetchCode } from '#client/lib/fetch-code.ts'
import type { DraftStepId, StepProps } from '../steps/step-props.ts'
import { createCodeStore } from './code-store.ts'

type StepComponent = ComponentType<StepProps>

const loaders = {
  personal: async () => memo((await import('../steps/personal-step.tsx')).PersonalStep),
  address: async () => memo((await import('../steps/address-step.tsx')).AddressStep),
  employment: async () => memo((await import('../steps/employment-step.tsx')).EmploymentStep),
  'net-worth-intro': async () => memo((await import('../steps/net-worth-intro-step.tsx')).NetWorthIntroStep),
  assets: async () => memo((await import('../steps/assets-step.tsx')).AssetsStep),
  liabilities: async () => memo((await import('../steps/liabilities-step.tsx')).LiabilitiesStep),
  documents: async () => memo((await import('../steps/documents-step.tsx')).DocumentsStep),
  review: async () => memo((await import('../review/review-step.tsx')).ReviewStep),
} satisfies Record<DraftStepId, () => Promise<StepComponent>>

/*
 * Not React.lazy: that suspends even where the step is here already, and a shown fallback then stays for its minimum
 * time. A step that was fetched ahead is rendered in the same turn as the save's answer. Memoised: a screen that is only brought
 * into sight is not worked out again.
 */
const steps = createCodeStore<DraftStepId, StepComponent>(loaders)

/** Fetches steps that are likely to come next, one after the other; what fails is fetched again when it is needed. */
export async function prefetchSteps(likely: readonly DraftStepId[]): Promise<void> {
  for (const step of likely) await readyStep(step)
}

/** Fetches the code of every step, from the first on: whoever begins the wizard needs all of it in the end. */
export function fetchSteps(): void {
  // The keys of this very object.
  void prefetchSteps(Object.keys(loaders) as DraftStepId[])
}

/** Waits until a step's code is here, or until it is known that it does not come: then the step's screen says so. */
export async function readyStep(step: DraftStepId): Promise<void> {
  await steps.load(step).catch(() => undefined)
}

/** The same for whoever asks for it again: it may take the page being loaded anew. */
async function readyStepAgain(step: DraftStepId): Promise<void> {
  await fetchCode(() => steps.load(step)).catch(() => undefined)
}

export interface LoadedStep {
  /** Null until the code is here. */
  Step: StepComponent | null
  failed: boolean
  retry: () => void
}

/** The component of a step, at once where it was fetched before. */
export function useStepComponent(step: DraftStepId): LoadedStep {
  const [tries, setTries] = useState({ step, count: 0, failed: false })
  const Step = useSyncExternalStore(steps.subscribe, () => steps.get(step))
  const { count } = tries
  useEffect(() => {
    if (Step !== null) return
    let wanted = true
    const load = async () => {
      await (count === 0 ? readyStep(step) : readyStepAgain(step))
      if (wanted) setTries({ step, count, failed: steps.get(step) === null })
    }
    void load()
    return () => {
      wanted = false
    }
  }, [step, count, Step])
  return {
    Step,
    failed: Step === null && tries.step === step && tries.failed,
    retry: () => setTries({ step, count: count + 1, failed: false }),
  }
}
