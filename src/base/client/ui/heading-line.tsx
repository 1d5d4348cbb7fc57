import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

/** The one `h1` of a page with a list, in one line with a sentence: rows get the space of `PageHeading`. */
export function HeadingLine({ title, lead }: { title: string; lead?: ReactNode }) {
  const ref = usePageTitle(title)
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      <h1 ref={ref} tabIndex={-1} className="min-w-0 text-2xl">
        {title}
      </h1>
      {lead ? <p className="text-ink-soft">{lead}</p> : null}
    </div>
  )
}
