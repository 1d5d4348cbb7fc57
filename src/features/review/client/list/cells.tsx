import { clsx } from 'clsx'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { PROHIBITED_DUTIES } from '#features/access/rules/gate-levels.ts'
import { NOT_PROVIDED } from '#features/applications/rules/wizard/answer-text.ts'
import {
  daysAgoText,
  daysSince,
  daysText,
  waitSince,
  waitText,
} from '#features/applications/rules/waiting.ts'
import { packText } from '#features/due-diligence/rules/pack-state.ts'
import { formatPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import { dayOf, formatDate, formatDay, formatShortDate, formatWeekday } from '#base/rules/time/dates.ts'
import { invitationState, invitationText } from '#features/accounts/rules/invitations.ts'
import type { Column } from '#base/client/lists/column.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { ChangedBy } from '../status/changed-by.tsx'
import { StatusOfRow } from '../status-badge.tsx'

const NOT_STARTED = 'Not started'

/** The display name of an application. */
export function nameOf({ fullName }: Pick<ListedApplication, 'fullName'>): string {
  return fullName || NOT_PROVIDED
}

/** A step of a draft: hyphens become spaces (specification section 4). */
export function StepText({ step }: { step: string | null }) {
  return (
    <span className="inline-block first-letter:uppercase">{step?.replaceAll('-', ' ') || NOT_STARTED}</span>
  )
}

/**
 * A link to an address, which breaks before the "@" if it is too long for its column.
 *
 * @param isOneLine cuts it instead, for low rows: the title and the opened application have the whole address
 */
function MailLink({ address, isOneLine = false }: { address: string; isOneLine?: boolean }) {
  const at = address.lastIndexOf('@')
  return (
    <a
      href={`mailto:${address}`}
      translate="no"
      title={isOneLine ? address : undefined}
      className={clsx(
        'text-link inline-block max-w-full py-2 align-middle',
        isOneLine ? 'truncate' : 'break-words',
      )}
    >
      <span>{address.slice(0, at)}</span>
      {isOneLine ? null : <wbr />}
      <span>{address.slice(at)}</span>
    </a>
  )
}

function PhoneLink({ number }: { number: string | null }) {
  if (!number) return <span className="text-ink-soft">{NOT_PROVIDED}</span>
  return (
    <a
      href={`tel:${number}`}
      translate="no"
      className="text-link inline-block py-2 align-middle whitespace-nowrap"
    >
      {formatPhoneNumber(number)}
    </a>
  )
}

/** Of a draft whose client has never signed in: whether their invitation is still valid. */
export function InvitationText({ until }: { until: string | null }) {
  if (until === null) return null
  const [end, now] = [new Date(until), new Date()]
  return (
    <span
      className={clsx(
        'block text-xs',
        invitationState(end, now) === 'open' ? 'text-ink-soft' : 'text-warning',
      )}
    >
      {invitationText(end, now)}
    </span>
  )
}

/** The wealth manager of a client, or a badge that there is none. */
function ManagerText({ name, unassigned }: { name: string | null; unassigned: boolean }) {
  if (name === null) {
    return unassigned ? <Badge tone="warning">Unassigned</Badge> : <span className="text-ink-soft">–</span>
  }
  return (
    <>
      <span className="block break-words">{name}</span>
      {unassigned ? <span className="block text-xs text-warning">Deactivated</span> : null}
    </>
  )
}

/**
 * How long an application has had its status and, if it waits for staff, the business days and whether that is too
 * long.
 */
function InStatus({ statusChangedAt, waitingSince, answerPromisedBy }: ListedApplication) {
  const now = new Date()
  const days = daysText(daysSince(dayOf(new Date(statusChangedAt)), now))
  return (
    <>
      <span title={`Since ${formatDate(new Date(statusChangedAt))}`}>{days}</span>
      {waitingSince === null ? null : (
        <WaitText since={new Date(waitingSince)} now={now} promised={answerPromisedBy} />
      )}
    </>
  )
}

/** How long an application has waited for staff, and whether that is too long. */
export function WaitText({ since, now, promised }: { since: Date; now: Date; promised: string | null }) {
  const { office } = useBranding()
  const wait = waitSince(since, now, office, promised)
  return (
    <span
      title={`Reply promised by ${formatWeekday(wait.promisedBy)}`}
      className={clsx(
        'block text-xs sm:whitespace-nowrap in-[[data-beside]]:whitespace-normal!',
        wait.late ? 'font-semibold text-danger' : 'text-ink-soft',
      )}
    >
      {waitText(wait)}
    </span>
  )
}

/** Cells that several lists share. */
export const cells = {
  name: (application: Pick<ListedApplication, 'fullName'> & { prohibited?: boolean }) => (
    <>
      <span
        translate={application.fullName ? 'no' : undefined}
        className={application.fullName ? 'font-semibold' : 'text-ink-soft'}
      >
        {nameOf(application)}
      </span>
      {application.prohibited === true ? (
        <span className="block text-xs font-semibold text-danger">{PROHIBITED_DUTIES}</span>
      ) : null}
    </>
  ),
  email: ({ emailAddress }: Pick<ListedApplication, 'emailAddress'>) => <MailLink address={emailAddress} />,
  emailInOneLine: ({ emailAddress }: Pick<ListedApplication, 'emailAddress'>) => (
    <MailLink address={emailAddress} isOneLine />
  ),
  status: (application: ListedApplication) => (
    <>
      <StatusOfRow status={application.status} on={application.waitingOn} />
      <ChangedBy {...application} />
    </>
  ),
  step: ({ currentStep, invitedUntil }: ListedApplication) => (
    <>
      <StepText step={currentStep} />
      <InvitationText until={invitedUntil} />
    </>
  ),
  submitted: ({ submittedAt, invitedUntil }: ListedApplication) => (
    <>
      <span>{submittedAt === null ? 'Not submitted' : formatShortDate(new Date(submittedAt))}</span>
      <InvitationText until={invitedUntil} />
    </>
  ),
  manager: ({ wealthManagerName: name, unassigned }: ListedApplication) => (
    <ManagerText {...{ name, unassigned }} />
  ),
  inStatus: (application: ListedApplication) => <InStatus {...application} />,
  lastActivity: ({ lastActiveOn }: ListedApplication) => (
    <span title={formatDay(lastActiveOn)}>{daysAgoText(daysSince(lastActiveOn, new Date()))}</span>
  ),
  created: ({ createdAt }: ListedApplication) => (
    <span title={formatDate(new Date(createdAt))}>{formatShortDate(new Date(createdAt))}</span>
  ),
  pack: ({ pack }: ListedApplication) => <span>{pack === null ? '–' : packText(pack)}</span>,
  phone: ({ mobileNumber }: Pick<ListedApplication, 'mobileNumber'>) => <PhoneLink number={mobileNumber} />,
} as const satisfies Record<string, Column<ListedApplication>['cell']>

/** The wealth manager's column, which is added to the specified ones. */
export const managerColumn = {
  id: 'manager',
  title: 'Wealth Manager',
  added: 'where it fits',
  width: 'w-32',
  cell: cells.manager,
} as const

/**
 * The columns that tell how long nothing has happened, and the due diligence tasks.
 *
 * @param hasPack whether the firm has these tasks
 */
export function progressColumns(
  hasPack: boolean,
): Column<ListedApplication, 'statusSince' | 'lastActivity'>[] {
  return [
    {
      id: 'inStatus',
      title: 'Days in Status',
      sort: 'statusSince',
      added: 'where it fits',
      width: 'w-44',
      cell: cells.inStatus,
    },
    {
      id: 'lastActivity',
      title: 'Last Activity',
      sort: 'lastActivity',
      added: 'if chosen',
      width: 'w-32',
      cell: cells.lastActivity,
    },
    ...(hasPack
      ? [{ id: 'pack', title: 'Pack', added: 'if chosen', width: 'w-36', cell: cells.pack } as const]
      : []),
  ]
}
