import { setTimeout as pause } from 'node:timers/promises'

/** What a busy machine takes to start a browser. */
const TIMEOUT_MS = 60_000
const PAUSE_MS = 100

/** Waits until a condition holds. @param what named in the error after a minute */
export async function until(
  holds: () => Promise<boolean>,
  what = () => Promise.resolve('the browser'),
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited too long for ${await what()}`)
    await pause(PAUSE_MS)
  }
}
