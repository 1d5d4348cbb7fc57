import { clsx } from 'clsx'
import { useId, useState, type ReactElement, type ReactNode } from 'react'
import { buttonClasses } from './button.tsx'
import type { Elements } from './elements.ts'

type PopoverButtonProps = {
  label: string
  icon?: ReactElement
  /** A number beside the label, such as of active filters; none for 0. */
  count?: number
  /** The content of the button instead of its label; null for the icon alone. */
  text?: ReactNode
  /** The button's classes, unless it looks like a button. */
  className?: string
  children: Elements
}

/**
 * A button that opens a panel below itself. A native popover: Esc, a press outside and a link in it close it. Browsers
 * without anchor positioning show it in the middle of the window. The content is rendered when it is first opened, and
 * loads then.
 */
export function PopoverButton({
  label,
  icon,
  count = 0,
  text = label,
  className,
  children,
}: PopoverButtonProps) {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title={text === null ? label : undefined}
        aria-label={text === null ? label : undefined}
        className={
          className ??
          buttonClasses(
            'secondary',
            'small',
            clsx('whitespace-nowrap', text === null && 'px-2!', count > 0 && 'border-primary'),
          )
        }
      >
        {icon}
        {text === null ? null : <span>{text}</span>}
        {count > 0 ? <span className="amounts rounded-sm bg-primary-wash px-1.5">{count}</span> : null}
      </button>
      <section
        ref={closeOnLink}
        id={id}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'open' && setWasOpened(true)}
        aria-label={label}
        className={clsx(
          'm-auto max-h-[calc(100dvh-2rem)] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-hairline',
          'bg-surface p-4 text-base text-ink shadow-float supports-[position-area:bottom]:m-0 supports-[position-area:bottom]:my-1',
          '[position-area:bottom_span-right] [position-try-fallbacks:flip-inline,flip-block]',
        )}
      >
        {wasOpened ? children : null}
      </section>
    </>
  )
}

function closeOnLink(panel: HTMLElement | null) {
  const close = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a:not([download])') !== null) panel?.hidePopover()
  }
  panel?.addEventListener('click', close)
  return () => panel?.removeEventListener('click', close)
}
