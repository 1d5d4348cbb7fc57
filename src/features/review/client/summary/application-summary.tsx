import { useRef } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { DocumentPreview, usePreview } from '#features/documents/client/document-preview.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ChecksSection } from '../checks/checks-section.tsx'
import {
  DueDiligenceSection,
  ProhibitedBand,
} from '#features/due-diligence/client/staff/due-diligence-section.tsx'
import { DraftRequestBar } from '#features/corrections/client/staff/draft-request-bar.tsx'
import { Flags } from '#features/corrections/client/staff/flags.tsx'
import { CorrectionRequests } from '#features/corrections/client/staff/correction-requests.tsx'
import { useCorrections } from '#features/corrections/client/staff/use-corrections.ts'
import type { Workspace } from '../workspaces.ts'
import { nameOf } from '../list/cells.tsx'
import { NotesProvider } from '#features/notes/client/notes-context.tsx'
import { NotesSection } from '#features/notes/client/notes-section.tsx'
import { CurrentStatus, WaitingBadge } from '../status-badge.tsx'
import { useOpenedDocuments } from '../review/use-opened-documents.ts'
import { AutomaticReminders } from '../status/automatic-reminders.tsx'
import { ReminderButton } from '../status/reminder-button.tsx'
import { StatusActions } from '../status/status-actions.tsx'
import { StatusChangeMark } from '../status/status-change-mark.tsx'
import { useShownStatus } from '../status/use-shown-status.ts'
import { AnnualReviewsView } from './annual-reviews-view.tsx'
import { AnswersView, ChildrenView } from './answers-view.tsx'
import { DocumentStatusView } from './document-status-view.tsx'
import { DownloadAll } from './download-all.tsx'
import { InvitationSection } from './invitation-section.tsx'
import { NetWorthSummary } from './net-worth-summary.tsx'
import { PeopleSection } from './people-section.tsx'
import { StatusFacts, SystemFacts } from './status-facts.tsx'
import { summarySections } from './summary-sections.ts'
import { Timeline } from './timeline.tsx'

type ApplicationSummaryProps = {
  application: ReviewedApplication
  workspace: Workspace
  /** Whether all details are shown; stored by the caller, so that it survives remounting. */
  expanded: boolean
  onExpanded: (expanded: boolean) => void
}

/**
 * The summary of an application (specification section 2, "Application Summary dialog"), with a sticky decision bar.
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
  const preview = usePreview(markOpened)
  const corrections = useCorrections(application.id)
  const isAdmin = workspace.role === 'admin'
  return (
    <NotesProvider id={application.id}>
      <Flags {...{ application, corrections }}>
        <div
          data-sticky=""
          className="-mt-5 pt-4 in-[[data-panel]]:sticky in-[[data-panel]]:-top-5 in-[[data-panel]]:z-20 -mx-6 mb-6 flex flex-wrap items-center gap-3 border-b border-hairline bg-surface px-6 pb-4 print:static"
        >
          <CurrentStatus ref={status} status={shown.status} />
          <StatusChangeMark {...changed} />
          <WaitingBadge on={application.waitingOn} />
          <span className="min-w-0 grow basis-40 wrap-anywhere font-serif text-lg">
            {nameOf(application)}
          </span>
          <StatusActions
            {...{ opened, statusRef: status, application: shown }}
            isOutdated={changed.change !== null}
            onConflict={changed.acceptNext}
            endpoint={workspace.endpoint}
            isBlocked={(corrections?.basket.length ?? 0) > 0}
          />
        </div>
        <ProhibitedBand applicationId={application.id} />
        <FurtherActs {...{ application, isAdmin, expanded, onExpanded }} />
        {/* The specified sections in their order, then ours (decisions, "Summary"). */}
        <div className="@container">
          <div className="grid gap-10 @3xl:grid-cols-2">
            {summarySections.map((section) => (
              <AnswersView key={section.title} {...{ section, application, expanded }} />
            ))}
            <NetWorthSummary {...{ application, expanded }} className="@3xl:col-span-2" />
            <DocumentStatusView application={application} onPreview={preview.show} />
            <StatusFacts application={application} />
            {expanded ? <FurtherDetails application={application} /> : null}
          </div>
        </div>
        <ChecksSection {...{ application, expanded }} className="mt-10" />
        <CorrectionRequests id={application.id} corrections={corrections} className="mt-10" />
        <DueDiligenceSection
          applicationId={application.id}
          isImported={application.imported !== null && application.status === 'onboarded'}
          className="mt-10"
        />
        <div className="mt-10">
          <PeopleSection {...{ application, isAdmin }} />
          <InvitationSection application={application} />
        </div>
        <AnnualReviewsView application={application} />
        <NotesSection id={application.id} />
        <Timeline id={application.id} />
        <DocumentPreview preview={preview} />
        <DraftRequestBar {...{ application, corrections }} className="-mx-6 -mb-5 bg-surface px-6" />
      </Flags>
    </NotesProvider>
  )
}

/** What can be done beside the change of the status. */
function FurtherActs({
  application,
  isAdmin,
  expanded,
  onExpanded,
}: Omit<ApplicationSummaryProps, 'workspace'> & { isAdmin: boolean }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      {isAdmin ? <DownloadAll id={application.id} /> : null}
      {isAdmin && application.status === 'draft' && application.invitedUntil === null ? (
        <Allowed to="application.administer">
          <ReminderButton application={application} />
        </Allowed>
      ) : null}
      <AutomaticReminders application={application} />
      <Button tone="secondary" size="small" aria-expanded={expanded} onClick={() => onExpanded(!expanded)}>
        {expanded ? 'Show Less' : 'Show All Details'}
      </Button>
    </div>
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
