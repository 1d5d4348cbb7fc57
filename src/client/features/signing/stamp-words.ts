import type { StampView } from '#domain/api/signing.ts'
import { formatDateTime } from '#domain/time/dates.ts'

/** Who vouches for the time of a signature; follows it. */
export function stampWords({ stampedAt, stampIsComing }: StampView): string {
  if (stampedAt !== null) return `with an independent timestamp of ${formatDateTime(new Date(stampedAt))}`
  return `according to our server clock${stampIsComing ? '; an independent timestamp will follow' : ''}`
}
