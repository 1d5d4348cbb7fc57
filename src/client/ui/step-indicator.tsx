import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { CollapsibleMenu } from './collapsible-menu.tsx'
import { ProgressBar } from './progress-bar.tsx'

export type Step = { id: string; title: string }

export type StepIndicatorProps = {
  steps: readonly Step[]
  /** Counted from 0. */
  current: number
  /** The filled part of the bar. */
  percent: number
  label?: string
  /** Shown beside the progress, such as the save status. */
  aside?: ReactNode
}

/**
 * Progress through a series of steps: "Step N of M", a bar, and the titles with the current one marked. On a phone it
 * fits into the bar at the top, and the titles are in a menu.
 */
export function StepIndicator({
  steps,
  current,
  percent,
  label = 'Application Progress',
  aside,
}: StepIndicatorProps) {
  const progressText = `Step ${current + 1} of ${steps.length}, ${percent} %`
  return (
    <nav
      aria-label={label}
      className="flex min-w-0 flex-col items-start text-sm leading-5 lg:col-span-2 lg:row-start-2 lg:grid lg:grid-cols-[1fr_auto_auto] lg:gap-x-6 lg:py-4"
    >
      <p className="font-semibold max-lg:sr-only">{label}</p>
      <div className="order-last lg:order-none">{aside}</div>
      <p className="amounts hidden text-ink-soft lg:block">{progressText}</p>
      <ProgressBar
        percent={percent}
        label={label}
        valueText={progressText}
        tone="brass"
        className="max-lg:absolute max-lg:inset-x-0 max-lg:bottom-0 max-lg:rounded-none lg:col-span-3 lg:mt-2"
      />
      <CollapsibleMenu
        button={
          <>
            <span className="amounts">{progressText}</span>
            <span className="sr-only">: show all steps</span>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
          </>
        }
        buttonClassName="relative flex items-center gap-1 font-semibold before:absolute before:inset-x-0 before:-inset-y-3"
        className="lg:col-span-3 lg:mt-2 lg:block"
      >
        <ol className="grid gap-x-3 lg:auto-cols-fr lg:grid-flow-col lg:pb-1">
          {steps.map((step, index) => (
            <StepTitle key={step.id} title={step.title} state={stateOf(index, current)} />
          ))}
        </ol>
      </CollapsibleMenu>
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
        'flex items-center gap-2 py-2 text-sm text-balance lg:py-0 lg:text-xs',
        state === 'current' ? 'font-semibold text-ink' : 'text-ink-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'size-2 shrink-0 rotate-45 border forced-color-adjust-none',
          state === 'ahead' ? 'border-edge forced-colors:border-[CanvasText]' : 'border-brass-line',
          state === 'current' && 'bg-brass-line forced-colors:bg-[Highlight]',
          state === 'done' && 'bg-brass-line/40 forced-colors:bg-[CanvasText]',
        )}
      />
      <span>
        <span>{title}</span>
        {state === 'done' ? <span className="sr-only"> (completed)</span> : null}
      </span>
    </li>
  )
})
