import type { ReactNode } from 'react'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { waitingOn } from '#features/applications/rules/round/rounds.ts'
import { daysAgoText, daysSince, daysText } from '#features/applications/rules/waiting.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { ChangedBy } from '../status/changed-by.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { cells, InvitationText, StepText, WaitText } from './cells.tsx'

type ApplicationCardProps = {
  application: ListedApplication
  /** The checkbox that selects it, and the control that opens it. */
  select: ReactNode
  action: ReactNode
}

/**
 * An application on a phone, in three lines: name and status; what waits, since when, and the step of a draft; email and
 * phone as links.
 */
export function ApplicationCard({ application, select, action }: ApplicationCardProps) {
  const { status, waitingOn: on, currentStep, invitedUntil, lastActiveOn } = application
  return (
    <>
      <div>{select}</div>
      <div className="min-w-0 grow py-2">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 break-words">{cells.name(application)}</span>
          <StatusBadge status={status} />
          <ChangedBy {...application} />
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-soft *:inline">
          {on === null ? null : (
            <span className={on === 'staff' ? 'font-semibold text-brass' : undefined}>{waitingOn[on]}</span>
          )}
          {status === 'draft' ? (
            <>
              <StepText step={currentStep} />
              <span>{daysAgoText(daysSince(lastActiveOn, new Date()))}</span>
              <InvitationText until={invitedUntil} />
            </>
          ) : (
            <Wait {...application} />
          )}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm">
          {cells.email(application)}
          {application.mobileNumber ? cells.phone(application) : null}
        </p>
      </div>
      <div>{action}</div>
    </>
  )
}

/** How long staff have kept it waiting, else how long it has had its status. */
function Wait({ waitingSince, statusChangedAt, answerPromisedBy }: ListedApplication) {
  const now = new Date()
  if (waitingSince !== null)
    return <WaitText since={new Date(waitingSince)} now={now} promised={answerPromisedBy} />
  return <span>{daysText(daysSince(dayOf(new Date(statusChangedAt)), now))}</span>
}
