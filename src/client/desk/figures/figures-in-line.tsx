import type { ReactNode } from 'react'

/** Figures above a list, in one line until somebody opens one of them: the work comes first. */
export function FiguresInLine({ children }: { children: ReactNode }) {
  return <div className="mb-2 flex flex-wrap items-center gap-x-8">{children}</div>
}
