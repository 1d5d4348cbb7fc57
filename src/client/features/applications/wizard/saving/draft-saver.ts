/** How a draft's save ended; `busy`: somebody saves on purpose just now, or is asked something. */
export type DraftOutcome = 'saved' | 'nothing' | 'failed' | 'busy'

/** After the last key, before the answers are saved by themselves. */
export const REST_MS = 2_000
/** After a save that failed; twice as long after each further one, up to the longest. */
export const RETRY_MS = 5_000
export const LONGEST_RETRY_MS = 60_000

export interface DraftSaver {
  /** Something was typed. */
  typed: () => void
  /** A field was left, or the network is back: what is there is saved now. */
  now: () => void
  stop: () => void
}

/**
 * Decides when what is typed is saved by itself: at rest, when a field is left, and again where that failed. One save at a
 * time: what is typed meanwhile goes with the next.
 *
 * @param later runs something after a while (setTimeout); the answer calls it off
 */
export function createDraftSaver(
  save: () => Promise<DraftOutcome>,
  later: (run: () => void, ms: number) => () => void,
): DraftSaver {
  let callOff = () => {}
  let saving = false
  let again = false
  let failures = 0

  const plan = (ms: number) => {
    callOff()
    callOff = later(() => void run(), ms)
  }

  async function run(): Promise<void> {
    if (saving) {
      again = true
      return
    }
    callOff()
    saving = true
    const outcome = await save()
    saving = false
    failures = outcome === 'failed' ? failures + 1 : 0
    if (failures > 0) plan(Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS))
    else if (again || outcome === 'busy') plan(REST_MS)
    again = false
  }

  return { typed: () => plan(REST_MS), now: () => void run(), stop: () => callOff() }
}
