import { setTimeout as wait } from 'node:timers/promises'

/** Timers count from the start of their event loop turn and may fire early: then it waits again. */
async function untilStep(began: number, stepMs: number): Promise<void> {
  const steps = Math.ceil((performance.now() - began) / stepMs)
  const endsAt = began + steps * stepMs
  for (let left = endsAt - performance.now(); left > 0; left = endsAt - performance.now()) {
    await wait(Math.ceil(left))
  }
}

/**
 * Pads work to a multiple of a step, so that its duration reveals nothing about the result.
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

/** Pads only failures, where these must reveal nothing: success does not wait. */
export async function failInSteps<Result>(stepMs: number, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } catch (error) {
    await untilStep(began, stepMs)
    throw error
  }
}
