import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#client/shared/shell/paths.ts'

/** Figures above a list, in one line until one is expanded. */
export function FiguresInLine({ children }: { children: ReactNode }) {
  return <div className="mb-2 flex flex-wrap items-center gap-x-8">{children}</div>
}

/** A link to the page of processing times. */
export function FiguresLink() {
  return (
    <Link href={paths.figures} className="text-link inline-block py-2.5">
      Turnaround times
    </Link>
  )
}
