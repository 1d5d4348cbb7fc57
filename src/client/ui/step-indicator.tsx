import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { ProgressBar } from './progress-bar.tsx'

export type Step = { id: string; title: string }

export type StepIndicatorProps = {
  steps: readonly Step[]
  /** Counted from 0. */
  current: number
  /** How far the bar stands. */
  percent: number
  label?: string
}

/**
 * Where one stands in a series of steps: "Step N of M", a bar, and the titles with the current one marked. On a
 * phone the titles are folded away behind the line that names the current one.
 */
export function StepIndicator({
  steps,
  current,
  percent,
  label = 'Application Progress',
}: StepIndicatorProps) {
  const [unfolded, setUnfolded] = useState(false)
  const listId = useId()
  return (
    <nav aria-label={label} className="py-3 lg:py-4">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <p className="font-semibold">{label}</p>
        <p className="amounts text-ink-soft">
          Step {current + 1} of {steps.length}
          <span aria-hidden="true" className="mx-2 text-hairline">
            |
          </span>
          {percent}%
        </p>
      </div>
      <ProgressBar percent={percent} label={label} tone="brass" className="mt-2" />
      <button
        type="button"
        aria-expanded={unfolded}
        aria-controls={listId}
        className="-mb-2 flex min-h-11 w-full items-center justify-between gap-2 text-left lg:hidden"
        onClick={() => setUnfolded(!unfolded)}
      >
        <span>
          <span className="font-serif text-lg" aria-hidden="true">
            {steps[current]?.title}
          </span>
          <span className="sr-only">{unfolded ? 'Hide all steps' : 'Show all steps'}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={clsx('size-5 transition-transform duration-150', unfolded && 'rotate-180')}
        />
      </button>
      <ol
        id={listId}
        className={clsx(
          'mt-2 gap-x-3 pb-1 lg:grid lg:auto-cols-fr lg:grid-flow-col',
          unfolded ? 'grid' : 'hidden',
        )}
      >
        {steps.map((step, index) => (
          <StepTitle key={step.id} title={step.title} state={stateOf(index, current)} />
        ))}
      </ol>
    </nav>
  )
}

type StepState = 'done' | 'current' | 'ahead'

function stateOf(index: number, current: number): StepState {
  if (index === current) return 'current'
  return index < current ? 'done' : 'ahead'
}

const StepTitle = memo(function StepTitle({ title, state }: { title: string; state: StepState }) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={clsx(
        'flex items-center gap-2 py-1 text-xs text-balance lg:py-0',
        state === 'current' ? 'font-semibold text-ink' : 'text-ink-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'size-2 shrink-0 rotate-45 border',
          state === 'ahead' ? 'border-edge' : 'border-brass-line',
          state === 'current' && 'bg-brass-line',
          state === 'done' && 'bg-brass-line/40',
        )}
      />
      <span>
        {title}
        {state === 'done' ? <span className="sr-only"> (completed)</span> : null}
      </span>
    </li>
  )
})
