import { useId, type ReactElement, type ReactNode } from 'react'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'

export type FoldPartProps = {
  title: string
  /** The id that the jump list links to. */
  anchor?: string
  level?: 2 | 3
  className?: string
  /** Everything of the content in short, shown while it is collapsed. */
  inShort: ReactNode
  open: boolean
  onToggle: (open: boolean) => void
  /** Opens its step. */
  action: ReactElement
  children: ReactNode
}

/** A part of the review, in short or in full; in full in print. */
export function FoldPart({
  title,
  anchor,
  level,
  className,
  inShort,
  open,
  onToggle,
  action,
  children,
}: FoldPartProps) {
  const contentId = useId()
  return (
    <div id={anchor} className="scroll-mt-4">
      <Section
        {...{ title, level, className }}
        focusable
        action={
          <span className="flex flex-wrap items-baseline gap-x-4 max-w-full print:hidden">
            <Button
              tone="quiet"
              size="small"
              className="-my-2 -mr-4"
              aria-expanded={open}
              aria-controls={contentId}
              onClick={() => onToggle(!open)}
            >
              <span>
                <span>{open ? 'Hide' : 'Show'}</span>
                <span className="sr-only"> {title}</span>
              </span>
            </Button>
            {action}
          </span>
        }
      >
        {open ? null : <div className="-mt-3 lg:-mt-4 text-sm print:hidden">{inShort}</div>}
        <div id={contentId} className={open ? undefined : 'hidden print:block'}>
          {children}
        </div>
      </Section>
    </div>
  )
}
