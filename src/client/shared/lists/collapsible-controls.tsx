import { useState } from 'react'
import { useMinWidth } from '#client/ui/use-min-width.ts'
import { MIN_TABLE_WIDTH } from './list-table.tsx'
import type { Elements } from '#client/ui/elements.ts'

export type CollapsibleControlsProps = {
  /** The state on a phone: open if they say what the list shows. */
  initially: 'open' | 'closed'
  /** Whether the list is as narrow as on a phone, whatever the window's width. */
  isNarrow?: boolean | undefined
  children: Elements
}

/** The controls above a list, collapsed on a phone, where the list comes first. */
export function CollapsibleControls({ initially, isNarrow = false, children }: CollapsibleControlsProps) {
  const isWide = useMinWidth(MIN_TABLE_WIDTH)
  const [isOpen] = useState(initially === 'open')
  if (isWide && !isNarrow) return children
  return (
    <details open={isOpen}>
      <summary className="inline-block cursor-pointer py-2.5 text-link">Search, filter and sort</summary>
      {children}
    </details>
  )
}
