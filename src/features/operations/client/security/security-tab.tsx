import { useQuery } from '@tanstack/react-query'
import type { Protection } from '#base/rules/health-checks.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { CountCard } from '#base/client/ui/count-card.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'

const securityQuery = queryFor('GET /api/system-admin/security')

const states = {
  on: { tone: 'success', label: 'On' },
  partly: { tone: 'warning', label: 'Partly' },
  off: { tone: 'danger', label: 'Off' },
} as const satisfies Record<Protection['state'], { tone: BadgeTone; label: string }>

/** The protections of this deployment and their state (decisions, "Security tab"). */
export function SecurityTab() {
  const security = useQuery({ ...securityQuery, staleTime: 0 })
  if (security.isPending) return <TableSkeleton label="Checking this system’s protections..." />
  if (security.data === undefined) {
    return (
      <LoadFailure title="Failed to load security data" onRetry={() => void security.refetch()}>
        {detailOf(security.error)}
      </LoadFailure>
    )
  }
  const { protections, failedLoginsLast24h, blockedAddresses } = security.data
  return (
    <>
      <h2 className="sr-only">Security</h2>
      <dl className="mb-10 grid gap-6 sm:grid-cols-3">
        <CountCard label="Failed Logins" count={failedLoginsLast24h} note="Within 24 hours" />
        <CountCard label="Blocked IPs" count={blockedAddresses.length} note={blockedNote(blockedAddresses)} />
      </dl>
      <Section title="Protections in this deployment" level={3}>
        <ul>
          {protections.toSorted(worstFirst).map((protection) => (
            <ProtectionRow key={protection.name} protection={protection} />
          ))}
        </ul>
      </Section>
    </>
  )
}

const order = Object.keys(states)
const worstFirst = (one: Protection, other: Protection) =>
  order.indexOf(other.state) - order.indexOf(one.state)

function blockedNote(blocked: readonly { address: string; until: string }[]): string {
  const [first] = blocked
  if (first === undefined) return 'No sign-ins are blocked'
  const others = blocked.length === 1 ? '' : ` and ${blocked.length - 1} more`
  return `${first.address}${others}, until ${formatDateTime(new Date(first.until))} at the latest`
}

function ProtectionRow({ protection: { title, state, detail } }: { protection: Protection }) {
  const { tone, label } = states[state]
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 last:border-b-0 sm:grid-cols-[14rem_5rem_1fr]">
      <span className="font-semibold">{title}</span>
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="text-ink-soft text-pretty">{detail}</span>
    </li>
  )
}
