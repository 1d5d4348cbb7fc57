import { clsx } from 'clsx'
import { useId, useRef, type ReactNode, type ToggleEvent } from 'react'

export type CollapsibleMenuProps = {
  /** The content of the button. */
  button: ReactNode
  buttonClassName?: string
  /** The layout of the parts on a desktop. */
  className?: string
  children: ReactNode
}

/**
 * Controls in the header on a desktop, behind a button of it on a phone. A native popover: Esc and a press outside
 * close it.
 */
export function CollapsibleMenu({ button, buttonClassName, className, children }: CollapsibleMenuProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const positionPanel = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open') positionBelow(currentTarget, opener.current?.closest('header'))
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        className={clsx('rounded-sm text-left lg:hidden', buttonClassName)}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        onBeforeToggle={positionPanel}
        className={clsx(
          'max-lg:inset-auto max-lg:top-(--fold-top) max-lg:right-2 max-lg:w-[min(22rem,calc(100vw-1rem))]',
          'max-lg:max-h-[calc(100dvh-var(--fold-top)-0.5rem)] max-lg:overflow-y-auto max-lg:rounded-lg max-lg:border',
          'max-lg:border-hairline max-lg:bg-surface max-lg:p-4 max-lg:shadow-float text-ink max-lg:open:grid',
          'lg:static lg:w-auto lg:overflow-visible lg:bg-transparent',
          className,
        )}
      >
        {children}
      </div>
    </>
  )
}

/** The panel hangs from the header's lower edge, which a demonstration notice above it moves down. */
function positionBelow(panel: HTMLElement, header: Element | null | undefined): void {
  const top = Math.max(0, header?.getBoundingClientRect().bottom ?? 0)
  panel.style.setProperty('--fold-top', `${top + 4}px`)
}
