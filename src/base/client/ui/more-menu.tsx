import { Ellipsis } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'wouter'
import { buttonClasses } from './button.tsx'

/** What is rarely needed, behind "..." at the end of a title bar. A native popover: Esc and a press outside close it. */
export function MoreMenu({ links }: { links: readonly { label: string; href: string }[] }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={`More: ${links.map(({ label }) => label).join(', ')}`}
        className={buttonClasses('secondary', 'small', 'px-3')}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="m-auto w-64 max-w-[calc(100vw-2rem)] rounded-lg border border-hairline bg-surface py-2 text-ink shadow-float supports-[position-area:bottom]:m-0 supports-[position-area:bottom]:my-1 [position-area:bottom_span-left] [position-try-fallbacks:flip-inline,flip-block]"
      >
        <ul>
          {links.map(({ label, href }) => (
            <li key={href}>
              <Link
                href={href}
                className="flex min-h-11 items-center px-4 text-ink no-underline hover:bg-sunken"
                onClick={() => panel.current?.hidePopover()}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
