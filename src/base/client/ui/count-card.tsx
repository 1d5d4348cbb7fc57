import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type CountCardProps = {
  label: ReactNode
  /** A number or a word; undefined until it is loaded. */
  count: number | string | undefined
  note?: ReactNode
}

/** One figure of a dashboard, 64 px high, inside a `dl`. */
export function CountCard({ label, count, note }: CountCardProps) {
  return (
    <div className="grid min-h-16 grid-cols-[1fr_auto] content-center items-center gap-x-3 border-t-2 border-brass-line bg-surface px-4">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd
        className={clsx(
          'row-span-2 text-right font-serif',
          typeof count === 'string' ? 'text-lg' : 'text-2xl',
        )}
      >
        {typeof count === 'number' ? count.toLocaleString('en-ZA') : (count ?? '–')}
      </dd>
      {note ? <dd className="text-xs text-ink-soft">{note}</dd> : null}
    </div>
  )
}
