import type { ReactNode } from 'react'

type BesideListProps = {
  /** Whether the panel stands beside the list, and not above it. */
  isBeside: boolean
  panel: ReactNode
  children: ReactNode
}

/** A list, and beside it what was opened from it. */
export function BesideList({ isBeside, panel, children }: BesideListProps) {
  return (
    <div
      className={isBeside ? 'grid grid-cols-[minmax(30rem,2fr)_minmax(0,3fr)] items-start gap-8' : undefined}
    >
      <div className="min-w-0">{children}</div>
      {panel}
    </div>
  )
}
