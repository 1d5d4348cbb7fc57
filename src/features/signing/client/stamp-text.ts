import type { StampView } from '#features/signing/api/signing.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'

/** The source of a signature's time; follows the time in a sentence. */
export function stampText({ stampedAt, stampIsComing }: StampView): string {
  if (stampedAt !== null) return `with an independent timestamp of ${formatDateTime(new Date(stampedAt))}`
  return `according to our server clock${stampIsComing ? '; an independent timestamp will follow' : ''}`
}
