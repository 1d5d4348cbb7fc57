import type { Settings } from '#server/platform/config/settings.ts'
import { askClamd, type Verdict } from './clamd.ts'

/** While somebody waits for an answer: most files take a tenth of a second. */
const BRIEF_LIMIT_MS = 5000
const PATIENT_LIMIT_MS = 60_000
/** Whoever did not answer is left alone for so long: a crowd of uploads does not wait for it one by one. */
const REST_MS = 15_000

/** Looks for viruses. */
export interface VirusScanner {
  /** While somebody waits: unknown at once where the scanner did not answer a moment ago. */
  scanNow: (file: Uint8Array) => Promise<Verdict>
  /** In the background, with all the time that a large file takes. */
  scanPatiently: (file: Uint8Array) => Promise<Verdict>
}

/** The scanner of the settings; null where none is set. */
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
