import { waitingOn, type WaitingOn } from '#features/applications/rules/round/rounds.ts'
import { Button } from '#base/client/ui/button.tsx'

/** Waiting for staff comes first. */
const order = ['staff', 'client'] as const satisfies readonly WaitingOn[]

type WaitingFilterProps = { value: WaitingOn | ''; onChange: (value: WaitingOn | '') => void }

/** Filters by the party that corrections wait for; pressed again it shows all. */
export function WaitingFilter({ value, onChange }: WaitingFilterProps) {
  return (
    <div role="group" aria-label="Corrections" className="flex flex-wrap gap-3">
      {order.map((on) => (
        <Button
          key={on}
          size="small"
          tone={value === on ? 'primary' : 'secondary'}
          aria-pressed={value === on}
          onClick={() => onChange(value === on ? '' : on)}
        >
          {waitingOn[on]}
        </Button>
      ))}
    </div>
  )
}
