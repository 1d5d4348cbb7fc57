import { useState } from 'react'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { nameOf } from '../list/cells.tsx'
import type { NeighbourLinksProps } from './neighbour-links.tsx'
import { nextWaiting } from './neighbours.ts'

type NextWaitingProps = Pick<NeighbourLinksProps, 'addressOf' | 'replace'> & {
  /** The application that is looked at: a `key` of this part as well. */
  id: string
  rows: readonly ListedApplication[]
}

/** Once what waited was decided here: who waits next. */
export function NextWaiting({ id, rows, addressOf, replace }: NextWaitingProps) {
  const row = rows.find((one) => one.id === id)
  const isWaiting = row !== undefined && row.waitingSince !== null
  const [waited] = useState(isWaiting)
  const next = waited && !isWaiting ? nextWaiting(rows, id) : null
  return (
    <span role="status">
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
