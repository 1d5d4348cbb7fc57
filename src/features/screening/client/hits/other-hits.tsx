import type { Hit } from '#features/screening/api/screening.ts'
import { listSources } from '#features/screening/rules/lists.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'

type OtherHitsProps = {
  others: readonly Hit[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  hint?: string
}

/** Other hits of the same person, to decide together. */
export function OtherHits({
  others,
  chosen,
  onChange,
  hint = 'Tick those that you decide for the same reason.',
}: OtherHitsProps) {
  if (others.length === 0) return null
  return (
    <fieldset>
      <legend className="font-semibold">
        {others.length === 1 ? 'Another hit of this person' : `${others.length} more hits of this person`}
      </legend>
      <p className="text-sm text-ink-soft">{hint}</p>
      {others.length === 1 ? null : (
        <Checkbox
          name="all-others"
          label={`All ${others.length}`}
          checked={others.every(({ id }) => chosen.includes(id))}
          onChange={({ target: { checked } }) => onChange(checked ? others.map(({ id }) => id) : [])}
        />
      )}
      {others.map(({ id, entry, source, uid, score }) => (
        <Checkbox
          key={id}
          name={`other-${id}`}
          label={`${entry.names[0]?.name ?? uid}, ${entry.births[0] ?? 'birth unknown'} (${listSources[source].label}, ${score.toFixed(2)})`}
          checked={chosen.includes(id)}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}
