import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { PopoverButton } from '#base/client/ui/popover-button.tsx'
import { SelectBox } from '#base/client/ui/select.tsx'
import type { QueueTab } from './queues.ts'

type QueueTabsProps = { tabs: readonly QueueTab[]; fica: readonly QueueTab[] }

/** Queues and own views with their counts, in one row; what does not fit is behind "More views". */
export function QueueTabs({ tabs, fica }: QueueTabsProps) {
  const groups: QueueTab[][] = [...tabs.map((tab) => [tab]), ...(fica.length === 0 ? [] : [[...fica]])]
  const [ref, fitting] = useFitting()
  const hidden = groups.slice(fitting).flat()
  return (
    <nav aria-label="Queues" className="flex min-w-0 grow gap-x-6 text-sm">
      <ul ref={ref} className="flex min-w-0 grow gap-x-5 overflow-x-clip whitespace-nowrap">
        {groups.map((group, index) => (
          <li key={group[0]?.href} className={clsx('flex', index >= fitting && 'invisible')}>
            {group === groups[tabs.length] ? (
              <Menu label="FICA" tabs={group} />
            ) : (
              group.map((tab) => <TabLink key={tab.href} {...tab} />)
            )}
          </li>
        ))}
      </ul>
      {hidden.length === 0 ? null : <Menu label="More views" tabs={hidden} />}
    </nav>
  )
}

/** How many of a list's entries fit into its width. */
function useFitting() {
  const ref = useRef<HTMLUListElement>(null)
  const [fitting, setFitting] = useState(Infinity)
  const measure = () => {
    const list = ref.current
    if (list === null) return
    const { right } = list.getBoundingClientRect()
    const beyond = [...list.children].findIndex((entry) => entry.getBoundingClientRect().right > right + 1)
    setFitting(beyond === -1 ? Infinity : beyond)
  }
  // Other counts make other widths.
  useLayoutEffect(measure)
  useLayoutEffect(() => {
    const watch = new ResizeObserver(measure)
    if (ref.current !== null) watch.observe(ref.current)
    return () => watch.disconnect()
  }, [])
  return [ref, fitting] as const
}

const tabClasses = (isCurrent: boolean, isWarning = false) =>
  clsx(
    '-mb-px flex items-center gap-1.5 border-b-2 whitespace-nowrap no-underline',
    isCurrent ? 'border-brass-line font-semibold' : 'border-transparent',
    isWarning ? 'font-semibold text-warning' : isCurrent ? 'text-ink' : 'text-ink-soft hover:text-ink',
  )

function TabLink({ href, label, count, isCurrent, isWarning = false, explanation }: QueueTab) {
  return (
    <Link
      href={href}
      title={explanation}
      aria-current={isCurrent ? 'page' : undefined}
      className={tabClasses(isCurrent, isWarning)}
    >
      <span>{label}</span>
      <Count count={count} />
    </Link>
  )
}

function Count({ count }: Pick<QueueTab, 'count'>) {
  if (count === null) return null
  return <span className="amounts text-xs font-normal">{countText(count)}</span>
}

const countText = (count: number | undefined) => count?.toLocaleString('en-ZA') ?? '–'

/** Several tabs behind one button, with the sum of their counts for those of one subject. */
function Menu({ label, tabs }: { label: 'FICA' | 'More views'; tabs: readonly QueueTab[] }) {
  const sum = tabs.reduce((total, { count }) => total + (count ?? 0), 0)
  return (
    <PopoverButton
      label={label}
      text={
        <span className="flex items-center gap-1.5">
          <span>{`${label} `}</span>
          {label === 'FICA' ? <Count count={sum} /> : null}
          <ChevronDown aria-hidden="true" className="size-4" />
        </span>
      }
      className={tabClasses(tabs.some(({ isCurrent }) => isCurrent))}
    >
      <ul>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              title={tab.explanation}
              aria-current={tab.isCurrent ? 'page' : undefined}
              className={clsx('text-link flex min-h-11 items-center gap-2', tab.isCurrent && 'font-semibold')}
            >
              <span>{tab.label}</span>
              <Count count={tab.count} />
            </Link>
          </li>
        ))}
      </ul>
    </PopoverButton>
  )
}

/** The same as one selector, beside an opened application and on phones. */
export function QueueSelect({ tabs, fica }: QueueTabsProps) {
  const [, navigate] = useLocation()
  const all = [...tabs, ...fica]
  const current = all.find(({ isCurrent }) => isCurrent)?.href ?? ''
  return (
    <SelectBox
      isLow
      aria-label="Queue"
      name="queue"
      className="min-w-0 grow basis-32"
      value={current}
      onChange={({ target }) => navigate(target.value)}
      options={[
        ...(current === '' ? [{ value: '', label: 'Filtered' }] : []),
        ...all.map(({ href, label, count }) => ({
          value: href,
          label: count === null ? label : `${label} ${countText(count)}`,
        })),
      ]}
    />
  )
}
