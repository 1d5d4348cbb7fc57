import { Link } from 'wouter'
import type { PackTask } from '#features/due-diligence/api/due-diligence.ts'
import { clientStates, tasks, type TaskState } from '#features/due-diligence/rules/tasks.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { packTaskAddress } from './addresses.ts'

const tones = {
  open: 'info',
  'handed-in': 'neutral',
  accepted: 'success',
  again: 'warning',
  due: 'warning',
} as const satisfies Record<TaskState, BadgeTone>

type TaskRowProps = {
  item: PackTask
  /** In a list of what is still to do, where only another state than "to do" is shown. */
  brief?: boolean
}

/** A task as an item of a list: what it is, how long it takes, its state, and why. */
export function TaskRow({ item, brief = false }: TaskRowProps) {
  const { label, minutes } = tasks[item.task]
  const { state, why, dueOn } = item
  const isDone = state === 'accepted' || state === 'handed-in'
  const isPlain = brief && state === 'open'
  const duration = `About ${minutes} minutes`
  return (
    <li className="relative flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b border-hairline py-3 hover:bg-sunken">
      <div className="min-w-0">
        <Link
          href={packTaskAddress(item.task)}
          className="text-link text-lg wrap-anywhere before:absolute before:inset-0"
        >
          {label}
        </Link>
        {why === null ? null : <p className="text-pretty whitespace-pre-line wrap-anywhere">{why}</p>}
        {isDone || isPlain ? null : <p className="text-ink-soft">{duration}</p>}
        {dueOn === null || state === 'handed-in' ? null : (
          <p className="text-ink-soft">{`${isDone ? 'Valid until' : 'Please do this by'} ${formatDay(dueOn)}`}</p>
        )}
      </div>
      <span className="mt-1 shrink-0">
        {isPlain ? (
          <span className="text-sm text-ink-soft">{duration}</span>
        ) : (
          <Badge tone={tones[state]}>{clientStates[state]}</Badge>
        )}
      </span>
    </li>
  )
}
