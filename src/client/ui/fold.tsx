import { clsx } from 'clsx'
import { useId, useRef, type ReactNode, type ToggleEvent } from 'react'

export type FoldProps = {
  /** What the button shows. */
  button: ReactNode
  buttonClassName?: string
  /** How the parts stand on a desk. */
  className?: string
  children: ReactNode
}

/**
 * What stands in the header on a desk, and behind a button of it on a phone. The browser's own popover: Esc and a press
 * beside it close it, the keyboard goes from the button into it.
 */
export function Fold({ button, buttonClassName, className, children }: FoldProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const place = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open') hangBelow(currentTarget, opener.current?.closest('header'))
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
        onBeforeToggle={place}
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

/** What lies above the page hangs where the header ends at that moment: on a demonstration a notice stands above it. */
export function hangBelow(panel: HTMLElement, header: Element | null | undefined): void {
  const top = Math.max(0, header?.getBoundingClientRect().bottom ?? 0)
  panel.style.setProperty('--fold-top', `${top + 4}px`)
}
