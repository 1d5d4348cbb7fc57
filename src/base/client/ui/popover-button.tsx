import { clsx } from 'clsx'
import { useId, useState, type ReactElement } from 'react'
import { buttonClasses } from './button.tsx'
import type { Elements } from './elements.ts'

type PopoverButtonProps = {
  label: string
  icon: ReactElement
  /** A number beside the label, such as of active filters; none for 0. */
  count?: number
  children: Elements
}

/**
 * A button that opens a panel below itself. A native popover: Esc and a press outside close it. Browsers without anchor
 * positioning show it in the middle of the window. The content is rendered when it is first opened, and loads then.
 */
export function PopoverButton({ label, icon, count = 0, children }: PopoverButtonProps) {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={buttonClasses('secondary', 'small', clsx('px-3', count > 0 && 'border-primary'))}
      >
        {icon}
        <span>{label}</span>
        {count > 0 ? <span className="amounts rounded-sm bg-primary-wash px-1.5">{count}</span> : null}
      </button>
      <section
        id={id}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'open' && setWasOpened(true)}
        aria-label={label}
        className={clsx(
          'm-auto max-h-[calc(100dvh-2rem)] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-hairline',
          'bg-surface p-4 text-ink shadow-float supports-[position-area:bottom]:m-0 supports-[position-area:bottom]:my-1',
          '[position-area:bottom_span-right] [position-try-fallbacks:flip-inline,flip-block]',
        )}
      >
        {wasOpened ? children : null}
      </section>
    </>
  )
}
