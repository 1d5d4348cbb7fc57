import { healthLabels, type Health } from '#base/rules/health.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'

const tones = { healthy: 'success', degraded: 'warning', failing: 'danger' } as const satisfies Record<
  Health,
  BadgeTone
>

/** The health of the system, with the parts that need attention, or of one part. */
export function HealthBadge({ health, parts }: { health: Health; parts?: readonly string[] }) {
  return (
    <>
      <Badge tone={tones[health]}>{healthLabels[health]}</Badge>
      {parts?.length ? <span className="text-sm">{parts.join(', ')}</span> : null}
    </>
  )
}
