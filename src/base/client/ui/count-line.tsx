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
export function CountLine({ counts }: { counts: readonly Count[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {counts.map(({ label, count, href, note }) => (
        <div key={label} className="flex items-baseline gap-2">
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
