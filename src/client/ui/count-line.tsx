/** A few counts in one line. */
export function CountLine({ counts }: { counts: readonly (readonly [label: string, count?: number])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {counts.map(([label, count]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="amounts font-semibold">
            {count === undefined ? '–' : count.toLocaleString('en-ZA')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
