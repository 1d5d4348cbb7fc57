import { clsx } from 'clsx'
import { Link, useLocation } from 'wouter'
import type { OwnView } from '#features/review/api/own-views.ts'
import { searchOf, views, type ViewName } from '#features/review/rules/views.ts'
import type { CurrentTab } from '../own-views/addresses.ts'
import type { Elements } from '#base/client/ui/elements.ts'

export type QueueTabsProps = {
  names: readonly ViewName[]
  /** The counts of the queues, if loaded. */
  counts: Readonly<Partial<Record<ViewName, number>>> | undefined
  /** The total, if loaded. */
  total: number | undefined
  /** The user's saved views. */
  own: readonly OwnView[]
  /** The current tab. */
  current: CurrentTab['tab']
  /** Controls beside the tabs. */
  children?: Elements
}

/** Queues with their counts as links; the current one is marked. On a desk those that do not fit go into a second line. */
export function QueueTabs({ names, counts, total, own, current, children }: QueueTabsProps) {
  const [path] = useLocation()
  const currentId = typeof current === 'object' ? current?.id : undefined
  return (
    <div className="mb-3 flex items-end gap-x-2 border-b border-hairline print:hidden">
      <nav aria-label="Queues" className="min-w-0 grow overflow-x-auto" ref={showCurrent}>
        <ul className="flex gap-x-3 whitespace-nowrap lg:flex-wrap">
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
          {own.map(({ id, name, address, count }) => (
            <Tab
              key={id}
              href={`${path}?${address}`}
              label={name}
              count={count}
              isCurrent={currentId === id}
            />
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}

/** On narrow windows: scrolls sideways to the current tab. */
function showCurrent(nav: HTMLElement | null): void {
  const tab = nav?.querySelector<HTMLElement>('[aria-current]')
  if (!nav || !tab) return
  const [shown, whole] = [nav.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (whole.left < shown.left || whole.right > shown.right) nav.scrollLeft += whole.left - shown.left
}

type TabProps = {
  href: string
  label: string
  /** Undefined until loaded, null if not counted. */
  count: number | null | undefined
  isCurrent: boolean
}

function Tab({ href, label, count, isCurrent }: TabProps) {
  return (
    <li>
      <Link
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'flex min-h-11 items-center gap-1 border-b-2 text-sm no-underline',
          isCurrent
            ? 'border-brass-line font-semibold text-ink'
            : 'border-transparent text-ink-soft hover:text-ink',
        )}
      >
        <span>{label}</span>
        {count === null ? null : (
          <span
            className={clsx('amounts rounded-sm px-1.5 text-sm', isCurrent ? 'bg-primary-wash' : 'bg-sunken')}
          >
            {count === undefined ? '–' : count.toLocaleString('en-ZA')}
          </span>
        )}
      </Link>
    </li>
  )
}
