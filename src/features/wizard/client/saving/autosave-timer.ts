/** From the last key to the autosave. */
export const REST_MS = 2_000
/** From a failed autosave to the next attempt; doubles with each failure, up to the maximum. */
export const RETRY_MS = 5_000
export const MAX_RETRY_MS = 60_000

/** `busy`: an explicit save is running, or a conflict is shown. */
export type AutosaveResult = 'done' | 'failed' | 'busy'

/** Runs `save` after a rest, at once on demand, and again after a failure; one run at a time. */
export function createAutosaveTimer(save: () => Promise<AutosaveResult>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let failures = 0

  const stop = () => clearTimeout(timer)
  const schedule = (ms: number) => {
    stop()
    timer = setTimeout(() => void run(), ms)
  }

  async function run(): Promise<void> {
    if (running) return schedule(REST_MS)
    stop()
    running = true
    const result = await save()
    running = false
    failures = result === 'failed' ? failures + 1 : 0
    if (failures > 0) schedule(Math.min(RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS))
    else if (result === 'busy') schedule(REST_MS)
  }

  return { restart: () => schedule(REST_MS), runSoon: () => schedule(0), stop }
}
