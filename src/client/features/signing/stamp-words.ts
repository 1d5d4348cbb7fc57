import type { StampView } from '#domain/api/signing.ts'
import { formatDateTime } from '#domain/time/dates.ts'

/** Who vouches for the time of a signature; follows it. */
export function stampWords({ stampedAt, stampIsComing }: StampView): string {
  if (stampedAt !== null) return `with an independent time-stamp of ${formatDateTime(new Date(stampedAt))}`
  return `by the clock of the firm${stampIsComing ? '; an independent time-stamp follows' : ''}`
}
