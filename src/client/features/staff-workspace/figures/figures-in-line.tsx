import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#client/shared/shell/paths.ts'

/** Figures above a list, in one line until somebody opens one of them: the work comes first. */
export function FiguresInLine({ children }: { children: ReactNode }) {
  return <div className="mb-2 flex flex-wrap items-center gap-x-8">{children}</div>
}

/** Leads to how long things take, which have a page of their own. */
export function FiguresLink() {
  return (
    <Link href={paths.figures} className="text-link inline-block py-2.5">
      Turnaround times
    </Link>
  )
}
