import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import type { Application } from '#domain/api/application.ts'
import type { AskedItemView, AskedRoundView } from '#domain/api/asked-round.ts'
import { correctionReasons } from '#domain/corrections/reasons.ts'
import { isOverdue } from '#domain/corrections/rounds.ts'
import { subjectLabel } from '#domain/corrections/subjects.ts'
import { formatDay } from '#domain/time/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { CHECK, taskAddress } from './places.ts'

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

/** What is asked for, why, and by when, in one look. */
export function TaskList({
  round: { items, dueOn },
  application: { wealthManagerName },
}: {
  round: AskedRoundView
  application: Application
}) {
  const left = items.filter(({ done }) => !done).length
  return (
    <>
      <PageHeading
        title={`We need ${countText(items.length)} from you`}
        lead={
          <>
            {wealthManagerName ?? 'Your wealth manager'} is going through your application. Please send this
            by <strong className="font-semibold whitespace-nowrap text-ink">{formatDay(dueOn)}</strong>.
            Everything else stays as you sent it.
          </>
        }
      />
      {isOverdue(dueOn, new Date()) ? (
        <p className="mb-6">
          <Badge tone="warning">Overdue</Badge> <span className="text-ink-soft">You can still send it.</span>
        </p>
      ) : null}
      <ul className="border-t border-hairline">
        {items.map((item) => (
          <Task key={item.id} item={item} />
        ))}
      </ul>
      <LinkButton
        href={taskAddress(CHECK)}
        tone={left === 0 ? 'primary' : 'secondary'}
        className="mt-10 w-full sm:w-auto"
        icon={<ArrowRight aria-hidden="true" className="size-5" />}
      >
        Check and send back
      </LinkButton>
      {left === 0 ? null : (
        <p className="mt-3 text-sm text-ink-soft">
          {left === items.length
            ? 'Nothing is done yet.'
            : `${items.length - left} of ${items.length} are done.`}{' '}
          What you do is saved at once.
        </p>
      )}
    </>
  )
}

function Task({ item: { id, subject, reason, done } }: { item: AskedItemView }) {
  return (
    <li className="relative flex items-start justify-between gap-4 border-b border-hairline py-4 hover:bg-sunken">
      <div className="min-w-0">
        <Link
          href={taskAddress(id)}
          className="text-link text-lg wrap-anywhere before:absolute before:inset-0"
        >
          {subjectLabel(subject)}
        </Link>
        {subject.kind === 'question' ? <p className="text-pretty wrap-anywhere">{subject.question}</p> : null}
        {reason === null ? null : <p className="text-ink-soft text-pretty">{correctionReasons[reason]}</p>}
      </div>
      <span className="mt-1 shrink-0">
        <Badge tone={done ? 'success' : 'info'}>{done ? 'Done' : 'To do'}</Badge>
      </span>
    </li>
  )
}
