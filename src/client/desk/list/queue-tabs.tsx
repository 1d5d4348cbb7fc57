import { clsx } from 'clsx'
import { Link, useLocation } from 'wouter'
import { searchOf, views, type ViewName } from '#domain/applications/review/views.ts'
import { queueOf, type Looked } from './queues.ts'

export type QueueTabsProps = {
  names: readonly ViewName[]
  /** How many each has, as far as is known. */
  counts: Readonly<Partial<Record<ViewName, number>>> | undefined
  /** How many there are in all, as far as is known. */
  total: number | undefined
  view: Looked
}

/** What waits for whom, and how many: each queue is an address, the one that is looked at is marked. */
export function QueueTabs({ names, counts, total, view }: QueueTabsProps) {
  const [path] = useLocation()
  const current = queueOf(view)
  return (
    <nav aria-label="Queues" className="mb-4 overflow-x-auto border-b border-hairline print:hidden">
      <ul className="flex gap-x-6 whitespace-nowrap">
        <Tab href={path} label="All" count={total} isCurrent={current === 'all'} />
        {names.map((name) => (
          <Tab
            key={name}
            href={`${path}?${searchOf(name)}`}
            label={views[name].label}
            count={counts?.[name]}
            isCurrent={current === name}
          />
        ))}
      </ul>
    </nav>
  )
}

type TabProps = { href: string; label: string; count: number | undefined; isCurrent: boolean }

function Tab({ href, label, count, isCurrent }: TabProps) {
  return (
    <li>
      <Link
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'flex min-h-11 items-center gap-2 border-b-2 no-underline',
          isCurrent
            ? 'border-brass-line font-semibold text-ink'
            : 'border-transparent text-ink-soft hover:text-ink',
        )}
      >
        {label}
        <span
          className={clsx('amounts rounded-sm px-1.5 text-sm', isCurrent ? 'bg-primary-wash' : 'bg-sunken')}
        >
          {count === undefined ? '–' : count.toLocaleString('en-ZA')}
        </span>
      </Link>
    </li>
  )
}
