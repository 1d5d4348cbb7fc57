import type { Application } from '#domain/api/application.ts'
import type { AskedRoundView } from '#domain/api/asked-round.ts'
import { isOverdue } from '#domain/corrections/rounds.ts'
import { formatDay } from '#domain/time/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'

const NUMBERS = [
  'no things',
  'one thing',
  'two things',
  'three things',
  'four things',
  'five things',
  'six things',
]

/** "We need three things from you". */
const countText = (count: number) => NUMBERS[count] ?? `${count} things`

/** The number of items, who asked, and the deadline. */
export function RoundHeading({
  round: { items, dueOn },
  application: { wealthManagerName },
}: {
  round: AskedRoundView
  application: Application
}) {
  return (
    <>
      <PageHeading
        title={`We need ${countText(items.length)} from you`}
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
