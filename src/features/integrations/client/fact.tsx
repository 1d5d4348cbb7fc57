/** A line of facts on a card. */
export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ml-auto min-w-0 text-right wrap-anywhere">{value}</dd>
    </div>
  )
}
