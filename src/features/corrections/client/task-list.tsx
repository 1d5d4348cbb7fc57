import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import type { Application } from '#features/applications/api/application.ts'
import type { AskedItemView, AskedRoundView } from '#features/applications/api/asked-round.ts'
import { reasonToClient } from '#features/applications/rules/round/reasons.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { useOpenTasks } from '#features/due-diligence/client/pack/open-tasks.tsx'
import { TaskRow } from '#features/due-diligence/client/pack/task-rows.tsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { CHECK, taskAddress } from './addresses.ts'
import { RoundHeading } from './round-heading.tsx'

/** All items with their reasons, and the deadline. */
export function TaskList({ round, application }: { round: AskedRoundView; application: Application }) {
  const { items } = round
  const left = items.filter(({ done }) => !done).length
  const openTasks = useOpenTasks()
  return (
    <>
      <RoundHeading {...{ round, application }} further={openTasks.length} />
      <ul aria-label="What we need" className="border-t border-hairline">
        {items.map((item) => (
          <Task key={item.id} item={item} />
        ))}
        {openTasks.map((task) => (
          <TaskRow key={task.task} item={task} />
        ))}
      </ul>
      <LinkButton
        href={taskAddress(CHECK)}
        tone={left === 0 ? 'primary' : 'secondary'}
        className="mt-10 w-full sm:w-auto"
        icon={<ArrowRight aria-hidden="true" className="size-5" />}
      >
        Check and send
      </LinkButton>
      {left === 0 ? null : (
        <p className="mt-3 text-sm text-ink-soft">{`${items.length - left} of ${items.length} done${openTasks.length > 0 ? ' besides the FICA documents, which you send on their own pages' : ''}. Everything is saved as you go.`}</p>
      )}
    </>
  )
}

function Task({ item: { id, subject, reason, done } }: { item: AskedItemView }) {
  const why = reasonToClient(reason)
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
        {why === null ? null : <p className="text-ink-soft text-pretty">{why}</p>}
      </div>
      <span className="mt-1 shrink-0">
        <Badge tone={done ? 'success' : 'info'}>{done ? 'Done' : 'To do'}</Badge>
      </span>
    </li>
  )
}
