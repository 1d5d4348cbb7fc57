import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { CollapsibleMenu } from './collapsible-menu.tsx'
import { ProgressBar } from './progress-bar.tsx'

export type Step = {
  id: string
  title: string
  /** Nothing is missing in it. */
  isDone: boolean
  /** Can be opened from here. */
  isOpen: boolean
}

export type StepIndicatorProps = {
  steps: readonly Step[]
  /** Counted from 0. */
  current: number
  /** The filled part of the bar. */
  percent: number
  label?: string
  /** Shown beside the progress, such as the save status. */
  aside?: ReactNode
  /** Opens another step. */
  onOpen: (id: string) => void
}

/**
 * Progress through a series of steps: "Step N of M", a bar, and the titles, of which the current one and complete ones are
 * marked; those that were visited can be opened. On a phone it
 * fits into the bar at the top, and the titles are in a menu.
 */
export function StepIndicator({
  steps,
  current,
  percent,
  label = 'Application Progress',
  aside,
  onOpen,
}: StepIndicatorProps) {
  const stepText = `Step ${current + 1} of ${steps.length}`
  const progressText = `${stepText}, ${percent} %`
  return (
    <nav
      aria-label={label}
      className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm leading-5 lg:col-span-2 lg:row-start-2 lg:grid lg:grid-cols-[1fr_auto_auto] lg:gap-x-6 lg:pb-1"
    >
      <p className="font-semibold max-lg:sr-only">{label}</p>
      <div className="order-last lg:order-none">{aside}</div>
      <p className="amounts hidden text-ink-soft lg:block">{progressText}</p>
      <ProgressBar
        percent={percent}
        label={label}
        valueText={progressText}
        tone="brass"
        className="max-lg:absolute max-lg:inset-x-0 max-lg:bottom-0 max-lg:rounded-none lg:col-span-3 lg:mt-1"
      />
      <CollapsibleMenu
        button={
          <>
            <span className="amounts">
              <span>{stepText}</span>
              <span className="max-[37.5rem]:hidden">{`, ${percent} %`}</span>
            </span>
            <span className="sr-only">: show all steps</span>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
          </>
        }
        buttonClassName="relative flex items-center gap-1 font-semibold before:absolute before:inset-x-0 before:-inset-y-3"
        className="lg:col-span-3 lg:block"
      >
        <ol className="grid gap-x-3 lg:auto-cols-fr lg:grid-flow-col">
          {steps.map((step, index) => (
            <StepTitle key={step.id} {...step} isCurrent={index === current} onOpen={onOpen} />
          ))}
        </ol>
      </CollapsibleMenu>
    </nav>
  )
}

const StepTitle = memo(function StepTitle({
  id,
  title,
  isDone,
  isOpen,
  isCurrent,
  onOpen,
}: Step & Pick<StepIndicatorProps, 'onOpen'> & { isCurrent: boolean }) {
  const text = (
    <>
      <StepMark {...{ isDone, isCurrent }} />
      <span>
        <span>{title}</span>
        {isDone ? <span className="sr-only"> (completed)</span> : null}
      </span>
    </>
  )
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={clsx(
        'text-sm text-balance lg:text-xs',
        isCurrent ? 'font-semibold text-ink' : 'text-ink-soft',
      )}
    >
      {isOpen && !isCurrent ? (
        <button
          type="button"
          className={clsx(ROW, 'w-full rounded-sm text-left hover:text-ink hover:underline')}
          onClick={(event) => {
            event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
            onOpen(id)
          }}
        >
          {text}
        </button>
      ) : (
        <span className={ROW}>{text}</span>
      )}
    </li>
  )
})

const ROW = 'flex min-h-11 items-center gap-2 lg:min-h-6'

function StepMark({ isDone, isCurrent }: Pick<Step, 'isDone'> & { isCurrent: boolean }) {
  if (isDone && !isCurrent)
    return <Check aria-hidden="true" strokeWidth={3} className="-ml-0.5 size-3 shrink-0 text-brass" />
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'size-2 shrink-0 rotate-45 border forced-color-adjust-none',
        isCurrent
          ? 'border-brass-line bg-brass-line forced-colors:bg-[Highlight]'
          : 'border-edge forced-colors:border-[CanvasText]',
      )}
    />
  )
}
