import { clsx } from 'clsx'
import { Link } from 'wouter'

/** A count of a line. */
type Count = {
  label: string
  /** Undefined until it is loaded. */
  count: number | undefined
  /** The address of a list of what is counted. */
  href?: string
  note?: string
}

/** A few counts in one line, or as cards of one line. */
export function CountLine({ counts, cards = false }: { counts: readonly Count[]; cards?: boolean }) {
  return (
    <dl className={clsx('flex flex-wrap', cards ? 'gap-2' : 'gap-x-6 gap-y-1')}>
      {counts.map(({ label, count, href, note }) => (
        <div
          key={label}
          className={clsx(
            'flex items-baseline gap-2',
            cards && 'border-t-2 border-brass-line bg-surface px-3 py-0.5',
          )}
        >
          <dt className="text-sm text-ink-soft">
            {href === undefined ? (
              label
            ) : (
              <Link href={href} className="text-link inline-block py-1.5">
                {label}
              </Link>
            )}
          </dt>
          <dd>
            <span className="amounts font-semibold">
              {count === undefined ? '–' : count.toLocaleString('en-ZA')}
            </span>
            {note === undefined ? null : <span className="ml-2 text-sm text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
