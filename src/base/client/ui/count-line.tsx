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

/** A few counts in one line. */
export function CountLine({
  counts,
  isSmall = false,
}: {
  counts: readonly Count[]
  /** For phones. */
  isSmall?: boolean
}) {
  return (
    <dl
      className={clsx('flex flex-wrap', isSmall ? 'gap-x-3 text-xs' : 'gap-x-4 text-sm lg:whitespace-nowrap')}
    >
      {counts.map(({ label, count, href, note }) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-1.5">
          <dt className="text-ink-soft">
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
            {note === undefined ? null : <span className="ml-2 text-xs text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
