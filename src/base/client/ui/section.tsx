import { clsx } from 'clsx'
import { useId, type ReactElement, type ReactNode } from 'react'

export type SectionProps = {
  title: ReactNode
  description?: ReactNode
  /** A link or button to the right of the title. */
  action?: ReactElement | null
  level?: 2 | 3
  /** Makes the heading focusable, as the target of a link. */
  focusable?: boolean
  className?: string
  children?: ReactNode
}

/** A part of a page under its own heading, separated by a hairline. */
export function Section({
  title,
  description,
  action,
  level = 2,
  focusable = false,
  className,
  children,
}: SectionProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id} className={clsx('border-t border-hairline pt-5 sm:pt-6', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Heading
          id={id}
          tabIndex={focusable ? -1 : undefined}
          className={clsx(
            'min-w-0 flex-[1_1_min-content] wrap-break-word',
            level === 2 ? 'text-xl' : 'text-lg',
          )}
        >
          {title}
        </Heading>
        {action}
      </div>
      {description ? <div className="mt-1 text-ink-soft text-pretty">{description}</div> : null}
      {children ? <div className="mt-3 sm:mt-4 lg:mt-6">{children}</div> : null}
    </section>
  )
}
