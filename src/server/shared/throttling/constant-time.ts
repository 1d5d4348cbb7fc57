import { setTimeout as wait } from 'node:timers/promises'

/** A timer counts from when its turn of the event loop began, and so may end a moment early: then it waits once more. */
async function untilStep(began: number, stepMs: number): Promise<void> {
  const steps = Math.ceil((performance.now() - began) / stepMs)
  const endsAt = began + steps * stepMs
  for (let left = endsAt - performance.now(); left > 0; left = endsAt - performance.now()) {
    await wait(Math.ceil(left))
  }
}

/**
 * Lets work last until a whole number of steps has passed since it began, so that how long it took tells nothing
 * about what it found.
 *
 * @param stepMs longer than the work usually takes, in milliseconds
 */
export async function inSteps<Result>(stepMs: number, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    await untilStep(began, stepMs)
  }
}

/** The same for work that only a failure of may tell nothing: success does not wait. */
export async function failInSteps<Result>(stepMs: number, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } catch (error) {
    await untilStep(began, stepMs)
    throw error
  }
}
