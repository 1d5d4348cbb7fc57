import { healthLabels, type Health } from '#domain/system/health.ts'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'

const tones = { healthy: 'success', degraded: 'warning', failing: 'danger' } as const satisfies Record<
  Health,
  BadgeTone
>

/** The health of the system or a part of it. */
export function HealthBadge({ health }: { health: Health }) {
  return <Badge tone={tones[health]}>{healthLabels[health]}</Badge>
}
