import { useState } from 'react'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { nameOf } from '../list/cells.tsx'
import type { NeighbourLinksProps } from './neighbour-links.tsx'
import { nextWaiting } from './neighbours.ts'

type NextWaitingProps = Pick<NeighbourLinksProps, 'addressOf' | 'replace'> & {
  /** The current application: also the `key` of this component. */
  id: string
  rows: readonly ListedApplication[]
}

/** After a decision, links to the next application that waits. */
export function NextWaiting({ id, rows, addressOf, replace }: NextWaitingProps) {
  const row = rows.find((one) => one.id === id)
  const isWaiting = row !== undefined && row.waitingSince !== null
  const [waited] = useState(isWaiting)
  const next = waited && !isWaiting ? nextWaiting(rows, id) : null
  return (
    // Without a link it takes no gap between the buttons, and stays a live region.
    <span role="status" className={next === null ? 'sr-only' : undefined}>
      {next === null ? null : (
        <LinkButton
          href={addressOf(next.id)}
          replace={replace}
          tone="primary"
          size="small"
        >{`Next waiting: ${nameOf(next)}`}</LinkButton>
      )}
    </span>
  )
}
