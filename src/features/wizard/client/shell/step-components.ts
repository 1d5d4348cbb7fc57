import { memo, useEffect, useState, type ComponentType } from 'react'
import { fetchCode } from '#base/client/lib/fetch-code.ts'
import type { DraftStepId, StepProps } from '../steps/step-props.ts'

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
 * Not React.lazy: it suspends even if the code is loaded, and caches a failed import. A prefetched step renders in the
 * same task as the save's response.
 */
const loaded = new Map<DraftStepId, StepComponent>()

/** @throws the import's error; the next call retries */
async function load(step: DraftStepId): Promise<void> {
  if (loaded.has(step)) return
  const Step = await loaders[step]()
  // A second component for the same step would remount its screen and lose input.
  if (!loaded.has(step)) loaded.set(step, Step)
}

/** Prefetches the likely next steps, one at a time; failures are retried when needed. */
export async function prefetchSteps(likely: readonly DraftStepId[]): Promise<void> {
  for (const step of likely) await readyStep(step)
}

/** Prefetches the code of every step, in order. */
export function fetchSteps(): void {
  void prefetchSteps(Object.keys(loaders) as DraftStepId[])
}

/** Waits until a step's code has loaded or failed; the step's screen shows the error. */
export async function readyStep(step: DraftStepId): Promise<void> {
  await load(step).catch(() => undefined)
}

/** Retries, which may reload the page. */
async function readyStepAgain(step: DraftStepId): Promise<void> {
  await fetchCode(() => load(step)).catch(() => undefined)
}

export interface LoadedStep {
  /** Null while loading. */
  Step: StepComponent | null
  failed: boolean
  retry: () => void
}

/** The component of a step, immediately if loaded before. */
export function useStepComponent(step: DraftStepId): LoadedStep {
  const [tries, setTries] = useState({ step, count: 0, failed: false })
  const Step = loaded.get(step) ?? null
  const { count } = tries
  useEffect(() => {
    if (Step !== null) return
    let wanted = true
    const loadAndRender = async () => {
      await (count === 0 ? readyStep(step) : readyStepAgain(step))
      if (wanted) setTries({ step, count, failed: !loaded.has(step) })
    }
    void loadAndRender()
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
