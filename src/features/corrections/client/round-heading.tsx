import type { Application } from '#features/applications/api/application.ts'
import type { AskedRoundView } from '#features/applications/api/asked-round.ts'
import { isOverdue } from '#features/applications/rules/round/rounds.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { thingsText } from '#base/client/lib/things-text.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { CancelOwn } from './cancel-own.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'

/** The number of items, who asked, and the deadline. */
export function RoundHeading({
  round: { items, dueOn, openedByClient },
  application: { wealthManagerName },
  further = 0,
}: {
  round: AskedRoundView
  application: Application
  /** Number of further things in the same list. */
  further?: number
}) {
  if (openedByClient) return <OwnHeading name={wealthManagerName ?? 'Your wealth manager'} />
  return (
    <>
      <PageHeading
        title={`We need ${thingsText(items.length + further)} from you`}
        lead={
          <span>
            <span>{wealthManagerName ?? 'Your wealth manager'}</span> is reviewing your application. Please
            send this by{' '}
            <strong className="font-semibold whitespace-nowrap text-ink">{formatDay(dueOn)}</strong>.
            Everything else stays as you sent it.
          </span>
        }
      />
      {isOverdue(dueOn, new Date()) ? (
        <p className="mb-6">
          <Badge tone="warning">Overdue</Badge> <span className="text-ink-soft">You can still send it.</span>
        </p>
      ) : null}
    </>
  )
}

/** What the client opened: there is no deadline, and it can be cancelled. */
function OwnHeading({ name }: { name: string }) {
  return (
    <>
      <PageHeading
        title="Add or correct something"
        lead={`${name} looks at it together with your application, once you have sent it. Everything else stays as you sent it.`}
      />
      <CancelOwn />
    </>
  )
}
