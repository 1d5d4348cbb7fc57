import type { StampView } from '#domain/api/signing.ts'
import { formatDateTime } from '#domain/time/dates.ts'

/** Who vouches for the time of a signature. */
export function stampWords({ stampedAt, stampIsComing }: StampView): string {
  if (stampedAt !== null) return `Independent time-stamp of ${formatDateTime(new Date(stampedAt))}`
  return `By the clock of the firm${stampIsComing ? '; an independent time-stamp follows' : ''}`
}
