import type { Settings } from '#base/server/config/settings.ts'
import { askClamd, type Verdict } from './clamd.ts'

/** While a user waits: most files take a tenth of a second. */
const BRIEF_LIMIT_MS = 5000
const PATIENT_LIMIT_MS = 60_000
/** Pause after a timeout, so that many uploads do not all wait. */
const REST_MS = 15_000

/** Scans for viruses. */
export interface VirusScanner {
  /** While a user waits: unknown at once if the scanner recently timed out. */
  scanNow: (file: Uint8Array) => Promise<Verdict>
  /** In the background, with enough time for a large file. */
  scanPatiently: (file: Uint8Array) => Promise<Verdict>
}

/** The configured scanner; null for none. */
export function createVirusScanner({ clamdUrl }: Pick<Settings, 'clamdUrl'>): VirusScanner | null {
  if (clamdUrl === undefined) return null
  let restsUntil = 0
  const scan = async (file: Uint8Array, timeLimitMs: number) => {
    const verdict = await askClamd(clamdUrl, file, timeLimitMs)
    restsUntil = verdict.is === 'unknown' ? performance.now() + REST_MS : 0
    return verdict
  }
  return {
    scanNow: async (file) =>
      performance.now() < restsUntil
        ? { is: 'unknown', why: 'It did not answer a moment ago.' }
        : scan(file, BRIEF_LIMIT_MS),
    scanPatiently: (file) => scan(file, PATIENT_LIMIT_MS),
  }
}
