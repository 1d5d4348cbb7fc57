import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { opensRow } from '#base/client/lists/row-opener.ts'
import { ChangedBy } from '../status/changed-by.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { cells, WaitingText } from './cells.tsx'

type ApplicationCardProps = {
  application: ListedApplication
  /** The checkbox that selects it, while clients are selected. */
  select: ReactNode
  /** What its name leads to. */
  href: string
}

/** An application on a phone: name and status; what it waits for and its manager; email and phone as links. */
export function ApplicationCard({ application, select, href }: ApplicationCardProps) {
  const { status, wealthManagerName, unassigned } = application
  return (
    <>
      {select === null ? null : <div>{select}</div>}
      <div className="min-w-0 grow py-1">
        <p className="flex flex-wrap items-center justify-between gap-x-2">
          <Link {...opensRow} href={href} className="min-w-0 break-words text-ink no-underline">
            {cells.name(application)}
          </Link>
          <StatusBadge status={status} />
          <ChangedBy {...application} />
        </p>
        <p className="flex flex-wrap justify-between gap-x-2 text-xs text-ink-soft">
          <WaitingText {...application} isSentence />
          <span className="min-w-0 break-words">
            {wealthManagerName ?? (unassigned ? 'Unassigned' : null)}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-4 text-xs [&_a]:py-0.5">
          {cells.email(application)}
          {application.mobileNumber ? cells.phone(application) : null}
        </p>
      </div>
    </>
  )
}
