import { useState } from 'react'
import { useMinWidth } from '#client/ui/use-min-width.ts'
import { ROOM_FOR_TABLE } from './list-table.tsx'
import type { Elements } from '#client/ui/elements.ts'

export type ControlsFoldProps = {
  /** How a phone finds them first: open where they say what the list shows. */
  atFirst: 'open' | 'closed'
  /** Whether there is no more room than on a phone, however wide the window is. */
  isNarrow?: boolean | undefined
  children: Elements
}

/** The controls above a list. On a phone the list comes first: there they are folded. */
export function ControlsFold({ atFirst, isNarrow = false, children }: ControlsFoldProps) {
  const hasRoom = useMinWidth(ROOM_FOR_TABLE)
  const [isOpen] = useState(atFirst === 'open')
  if (hasRoom && !isNarrow) return children
  return (
    <details open={isOpen}>
      <summary className="inline-block cursor-pointer py-2.5 text-link">Search, filter and sort</summary>
      {children}
    </details>
  )
}
