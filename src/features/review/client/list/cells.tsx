import { clsx } from 'clsx'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { PROHIBITED_DUTIES } from '#features/access/rules/gate-levels.ts'
import { NOT_PROVIDED } from '#features/applications/rules/wizard/answer-text.ts'
import { daysAgoText, daysSince, daysText } from '#features/applications/rules/waiting.ts'
import { packText } from '#features/due-diligence/rules/pack-state.ts'
import { formatPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import { dayOf, formatDate, formatDay, formatShortDate } from '#base/rules/time/dates.ts'
import { waitingFor, type WaitingFacts } from '#features/review/rules/waiting-for.ts'
import type { Column } from '#base/client/lists/column.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { ChangedBy } from '../status/changed-by.tsx'
import { StatusBadge } from '../status-badge.tsx'

const NOT_STARTED = 'Not started'

/** The display name of an application. */
export function nameOf({ fullName }: Pick<ListedApplication, 'fullName'>): string {
  return fullName || NOT_PROVIDED
}

/** A step: hyphens become spaces (specification section 4); the last one is called by its title. */
export function StepText({ step }: { step: string | null }) {
  const isMissing = step === null || step === ''
  return (
    <span className={clsx('inline-block first-letter:uppercase', isMissing && 'text-ink-soft')}>
      {isMissing ? NOT_STARTED : step === 'success' ? 'Complete' : step.replaceAll('-', ' ')}
    </span>
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

type WaitingTextProps = WaitingFacts & {
  /** For phones, where no column says what it is. */
  isSentence?: boolean
}

/** What an application waits for. */
export function WaitingText({ isSentence = false, ...facts }: WaitingTextProps) {
  const { office } = useBranding()
  const waiting = waitingFor(facts, new Date(), office)
  if (waiting === null) {
    return isSentence ? (
      <span>{`Since ${formatShortDate(new Date(facts.statusChangedAt))}`}</span>
    ) : (
      <span className="text-ink-soft">–</span>
    )
  }
  const { party, what, isLate } = waiting
  return (
    <span className={clsx(isLate ? 'font-semibold text-warning' : party === 'Client' && 'text-ink-soft')}>
      {isSentence ? `Waiting for ${party.toLowerCase()}, ${what}` : `${party}, ${what}`}
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
      <StatusBadge status={application.status} />
      <ChangedBy {...application} />
    </>
  ),
  step: ({ currentStep }: ListedApplication) => <StepText step={currentStep} />,
  submitted: ({ submittedAt }: ListedApplication) => (
    <span>{submittedAt === null ? 'Not submitted' : formatShortDate(new Date(submittedAt))}</span>
  ),
  manager: ({ wealthManagerName: name, unassigned }: ListedApplication) => (
    <ManagerText {...{ name, unassigned }} />
  ),
  waiting: (application: ListedApplication) => <WaitingText {...application} />,
  inStatus: ({ statusChangedAt }: ListedApplication) => (
    <span title={`Since ${formatDate(new Date(statusChangedAt))}`}>
      {daysText(daysSince(dayOf(new Date(statusChangedAt)), new Date()))}
    </span>
  ),
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
  width: 'w-34',
  cell: cells.manager,
} as const

/** What each application waits for. */
export const waitingColumn = {
  id: 'waiting',
  title: 'Waiting for',
  added: 'where it fits',
  width: 'w-40',
  cell: cells.waiting,
} as const

/**
 * Columns that are shown once they are chosen: how long nothing has happened, and the FICA checks.
 *
 * @param hasPack whether the firm has these checks
 */
export function progressColumns(
  hasPack: boolean,
): Column<ListedApplication, 'statusSince' | 'lastActivity'>[] {
  return [
    {
      id: 'inStatus',
      title: 'Days in Status',
      sort: 'statusSince',
      added: 'if chosen',
      width: 'w-32',
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
      ? [{ id: 'pack', title: 'FICA checks', added: 'if chosen', width: 'w-36', cell: cells.pack } as const]
      : []),
  ]
}
