import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

/** The one `h1` of a page. It sets the document's title and takes the focus when the page changes. */
export function PageHeading({
  title,
  eyebrow,
  lead,
  className,
}: {
  title: string
  /** A short line above the title. */
  eyebrow?: ReactNode
  /** One or two sentences under the title. */
  lead?: ReactNode
  className?: string
}) {
  const ref = usePageTitle(title)
  return (
    <div className={clsx('mb-5 lg:mb-8', className)}>
      {eyebrow ? <p className="eyebrow mb-2">{eyebrow}</p> : null}
      <h1 ref={ref} tabIndex={-1} className="text-2xl sm:text-3xl">
        {title}
      </h1>
      {lead ? <div className="mt-2 max-w-[38rem] lg:text-lg text-ink-soft text-pretty">{lead}</div> : null}
    </div>
  )
}
