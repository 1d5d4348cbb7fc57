import type { ReactNode } from 'react'

export type CountCardProps = {
  label: ReactNode
  /** A number or a word; undefined until it is loaded. */
  count: number | string | undefined
  note?: ReactNode
}

/** One figure of a dashboard, inside a `dl`. */
export function CountCard({ label, count, note }: CountCardProps) {
  return (
    <div className="border-t-2 border-brass-line bg-surface px-5 py-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd>
        <span className="block font-serif text-3xl">
          {typeof count === 'number' ? count.toLocaleString('en-ZA') : (count ?? '–')}
        </span>
        {note ? <span className="text-sm text-ink-soft">{note}</span> : null}
      </dd>
    </div>
  )
}
