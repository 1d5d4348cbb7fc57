import { memo, useEffect, useState, type ComponentType } from 'react'
import type { DraftStepId, StepProps } from '../steps/step-props.ts'

type StepComponent = ComponentType<StepProps>

const loaders = {
  personal: async () => (await import('../steps/personal-step.tsx')).PersonalStep,
  address: async () => (await import('../steps/address-step.tsx')).AddressStep,
  employment: async () => (await import('../steps/employment-step.tsx')).EmploymentStep,
  'net-worth-intro': async () => (await import('../steps/net-worth-intro-step.tsx')).NetWorthIntroStep,
  assets: async () => (await import('../steps/assets-step.tsx')).AssetsStep,
  liabilities: async () => (await import('../steps/liabilities-step.tsx')).LiabilitiesStep,
  documents: async () => (await import('../steps/documents-step.tsx')).DocumentsStep,
  review: async () => (await import('../review/review-step.tsx')).ReviewStep,
} satisfies Record<DraftStepId, () => Promise<StepComponent>>

/*
 * Not React.lazy: that suspends even where the step is here already, and a shown fallback then stays for its minimum
 * time. A step that was fetched ahead is rendered in the same turn as the save's answer.
 */
const loaded = new Map<DraftStepId, StepComponent>()

/**
 * Fetches a step's code. Memoised: a screen that is only brought into sight is not worked out again. Once alone, though several
 * may wait for it: another component would be another screen, without what was typed meanwhile.
 */
async function loadStep(step: DraftStepId): Promise<void> {
  // Browsers take a task of their own to hand out even what they have: a save's answer would wait for that.
  if (loaded.has(step)) return
  const component = await loaders[step]()
  if (!loaded.has(step)) loaded.set(step, memo(component))
}

/** Fetches steps that are likely to come next, one after the other; what fails is fetched again when it is needed. */
export async function prefetchSteps(steps: readonly DraftStepId[]): Promise<void> {
  for (const step of steps) await readyStep(step)
}

/** Fetches the code of every step, from the first on: whoever begins the wizard needs all of it in the end. */
export function fetchSteps(): void {
  // The keys of this very object.
  void prefetchSteps(Object.keys(loaders) as DraftStepId[])
}

/** Waits until a step's code is here, or until it is known that it does not come: then the step's screen says so. */
export async function readyStep(step: DraftStepId): Promise<void> {
  await loadStep(step).catch(() => undefined)
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
  const Step = loaded.get(step) ?? null
  const { count } = tries
  useEffect(() => {
    // Asked of what was drawn, not of what is here now: the code may have come in between, for whoever fetched it ahead.
    if (Step !== null) return
    let wanted = true
    const load = async () => {
      await readyStep(step)
      if (wanted) setTries({ step, count, failed: !loaded.has(step) })
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
