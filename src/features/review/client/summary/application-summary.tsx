import { useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { ProhibitedBand } from '#features/due-diligence/client/staff/prohibited-band.tsx'
import { usePack } from '#features/due-diligence/client/staff/use-pack.ts'
import { DocumentPreview, usePreview } from '#features/documents/client/document-preview.tsx'
import { useNotes } from '#features/notes/client/use-notes.ts'
import { Button } from '#base/client/ui/button.tsx'
import { addressIn } from '#features/review/client/addresses.ts'
import type { Workspace } from '../workspaces.ts'
import { nameOf } from '../list/cells.tsx'
import { useOpenedDocuments } from '../use-opened-documents.ts'
import { CurrentStatus, WaitingBadge } from '../status-badge.tsx'
import { AutomaticReminders } from '../status/automatic-reminders.tsx'
import { ReminderButton } from '../status/reminder-button.tsx'
import { StatusActions } from '../status/status-actions.tsx'
import { StatusChangeMark } from '../status/status-change-mark.tsx'
import { useShownStatus } from '../status/use-shown-status.ts'
import { AnswersView, ChildrenView } from './answers-view.tsx'
import { DocumentStatusView, filesOf } from './document-status-view.tsx'
import { DownloadAll } from './download-all.tsx'
import { InvitationSection } from './invitation-section.tsx'
import { NetWorthSummary } from './net-worth-summary.tsx'
import { PeopleSection } from './people-section.tsx'
import { StatusFacts, SystemFacts } from './status-facts.tsx'
import { summarySections } from './summary-sections.ts'

type ApplicationSummaryProps = {
  application: ReviewedApplication
  workspace: Workspace
  /** Whether all details are shown; stored by the caller, so that it survives remounting. */
  expanded: boolean
  onExpanded: (expanded: boolean) => void
}

/**
 * The summary of an application (specification section 2, "Application Summary dialog"): its sections in short, in sight
 * at once on a desk; Show All Details adds the rest. The review page has everything else.
 */
export function ApplicationSummary({
  application,
  workspace,
  expanded,
  onExpanded,
}: ApplicationSummaryProps) {
  const status = useRef<HTMLSpanElement>(null)
  const { shown, ...changed } = useShownStatus(application)
  const { opened, markOpened } = useOpenedDocuments(application)
  const preview = usePreview(({ documentId }) => markOpened(documentId))
  const isAdmin = workspace.role === 'admin'
  const pack = usePack(application.id)
  return (
    <>
      <div data-sticky="" className="summary-head">
        <CurrentStatus ref={status} status={shown.status} />
        <StatusChangeMark {...changed} />
        <WaitingBadge on={application.waitingOn} />
        <span className="min-w-0 grow basis-40 wrap-anywhere font-serif text-lg">{nameOf(application)}</span>
        <StatusActions
          {...{ opened, statusRef: status, application: shown }}
          isOutdated={changed.change !== null}
          onConflict={changed.acceptNext}
          endpoint={workspace.endpoint}
          isBlocked={false}
        />
        {isAdmin && application.status === 'draft' && application.invitedUntil === null ? (
          <Allowed to="application.administer">
            <ReminderButton application={application} />
          </Allowed>
        ) : null}
        {isAdmin && hasDocuments(application, pack) ? <DownloadAll id={application.id} /> : null}
      </div>
      <ProhibitedBand applicationId={application.id} />
      <div className="@container">
        <div className={expanded ? 'grid gap-10 @3xl:grid-cols-2' : 'summary-sections'}>
          {summarySections.map((section) => (
            <AnswersView key={section.title} {...{ section, application, expanded }} />
          ))}
          <NetWorthSummary {...{ application, expanded }} />
          <DocumentStatusView application={application} onPreview={expanded ? preview.show : undefined} />
          <StatusFacts application={application} />
          {expanded ? <FurtherDetails application={application} /> : null}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-1">
        <Button tone="secondary" size="small" aria-expanded={expanded} onClick={() => onExpanded(!expanded)}>
          {expanded ? 'Show Less' : 'Show All Details'}
        </Button>
        <FurtherLines {...{ application, workspace }} />
      </div>
      <div className="mt-4">
        <PeopleSection {...{ application, isAdmin }} />
        <AutomaticReminders application={application} />
        <InvitationSection application={application} />
      </div>
      <DocumentPreview preview={preview} />
    </>
  )
}

function hasDocuments(application: ReviewedApplication, pack: ReturnType<typeof usePack>): boolean {
  const papers = pack?.tasks.flatMap((task) => task.papers) ?? []
  return filesOf(application).length > 0 || papers.some(({ files }) => files.length > 0)
}

/** What the review page has more of: FICA checks and notes, each in a line. */
function FurtherLines({
  application,
  workspace,
}: Pick<ApplicationSummaryProps, 'application' | 'workspace'>) {
  const { id } = application
  const [params] = useSearchParams()
  const pack = usePack(id)
  const notes = useNotes(id).list.rows.length
  const addressOf = (topic: 'overview' | 'notes') => {
    const next = new URLSearchParams(params)
    if (topic !== 'overview') next.set('topic', topic)
    return addressIn(workspace.review, next, id)
  }
  const accepted = pack?.tasks.filter(({ state }) => state === 'accepted').length ?? 0
  return (
    <>
      {pack === undefined ? null : (
        <Link href={addressOf('overview')} className="text-link py-2.5 text-sm">
          {`${accepted} of ${pack.tasks.length} FICA checks accepted`}
        </Link>
      )}
      {notes === 0 ? null : (
        <Link href={addressOf('notes')} className="text-link py-2.5 text-sm">
          {notes === 1 ? '1 note' : `${notes} notes`}
        </Link>
      )}
    </>
  )
}

/** What only "Show All Details" adds, after the other sections. */
function FurtherDetails({ application }: Pick<ApplicationSummaryProps, 'application'>) {
  return (
    <>
      <ChildrenView application={application} />
      <SystemFacts application={application} />
    </>
  )
}
