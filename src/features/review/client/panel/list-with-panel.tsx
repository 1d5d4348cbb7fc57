import type { ReactNode } from 'react'
import type { Elements } from '#base/client/ui/elements.ts'

type ListWithPanelProps = {
  /** Whether the panel is beside the list, not above it. */
  isBeside: boolean
  panel: Elements
  children: ReactNode
}

/** A list with the side panel. */
export function ListWithPanel({ isBeside, panel, children }: ListWithPanelProps) {
  return (
    <div
      // Stacked if the window became narrow while a dialog was open.
      className={
        isBeside
          ? 'items-start gap-8 min-[75rem]:grid min-[75rem]:grid-cols-[minmax(30rem,2fr)_minmax(0,3fr)]'
          : undefined
      }
    >
      <div className="min-w-0" data-beside={isBeside ? '' : undefined}>
        {children}
      </div>
      {panel}
    </div>
  )
}
