import type { ReactNode } from 'react'
import type { Elements } from '#client/ui/elements.ts'

type BesideListProps = {
  /** Whether the panel stands beside the list, and not above it. */
  isBeside: boolean
  panel: Elements
  children: ReactNode
}

/** A list, and beside it what was opened from it. */
export function BesideList({ isBeside, panel, children }: BesideListProps) {
  return (
    <div
      // Below each other in a window that became narrow below a dialog.
      className={
        isBeside
          ? 'items-start gap-8 min-[75rem]:grid min-[75rem]:grid-cols-[minmax(30rem,2fr)_minmax(0,3fr)]'
          : undefined
      }
    >
      <div className="min-w-0">{children}</div>
      {panel}
    </div>
  )
}
