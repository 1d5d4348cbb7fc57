import { Link } from 'wouter'
import type { PackTask } from '#domain/api/due-diligence.ts'
import { clientStates, tasks, type TaskState } from '#domain/due-diligence/tasks.ts'
import { formatDay } from '#domain/time/dates.ts'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { packTaskAddress } from './addresses.ts'

const tones = {
  open: 'info',
  'handed-in': 'neutral',
  accepted: 'success',
  again: 'warning',
  due: 'warning',
} as const satisfies Record<TaskState, BadgeTone>

/** A task as an item of a list: what it is, how long it takes, its state, and why. */
export function TaskRow({ item }: { item: PackTask }) {
  const { label, minutes } = tasks[item.task]
  const { state, why, dueOn } = item
  const isDone = state === 'accepted' || state === 'handed-in'
  return (
    <li className="relative flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b border-hairline py-4 hover:bg-sunken">
      <div className="min-w-0">
        <Link
          href={packTaskAddress(item.task)}
          className="text-link text-lg wrap-anywhere before:absolute before:inset-0"
        >
          {label}
        </Link>
        {why === null ? null : <p className="text-pretty whitespace-pre-line wrap-anywhere">{why}</p>}
        {isDone ? null : <p className="text-ink-soft">{`About ${minutes} minutes`}</p>}
        {dueOn === null || state === 'handed-in' ? null : (
          <p className="text-ink-soft">{`${isDone ? 'Valid until' : 'Please do this by'} ${formatDay(dueOn)}`}</p>
        )}
      </div>
      <span className="mt-1 shrink-0">
        <Badge tone={tones[state]}>{clientStates[state]}</Badge>
      </span>
    </li>
  )
}
