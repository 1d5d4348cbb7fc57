import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { detailOf } from '#client/lib/api.ts'
import { DocumentPreview, usePreview } from '#client/documents/document-preview.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormSkeleton } from '#client/ui/skeleton.tsx'
import { BasketBar } from '../corrections/basket-bar.tsx'
import { Flags } from '../corrections/flags.tsx'
import { RoundsView } from '../corrections/rounds-view.tsx'
import { useCorrections } from '../corrections/use-corrections.ts'
import { NotesAround } from '../notes/notes-around.tsx'
import { NotesSection } from '../notes/notes-section.tsx'
import { CurrentStatus, WaitingBadge } from '../status-badge.tsx'
import { ReminderButton } from '../status/reminder-button.tsx'
import { StatusActions } from '../status/status-actions.tsx'
import { reviewedQuery } from '../status/use-status-change.ts'
import { AnnualReviewsView } from './annual-reviews-view.tsx'
import { AnswersView, ChildrenView } from './answers-view.tsx'
import { DocumentStatusView } from './document-status-view.tsx'
import { DownloadButton } from './download-button.tsx'
import { InvitationSection } from './invitation-section.tsx'
import { NetWorthSummary } from './net-worth-summary.tsx'
import { OwnerSection } from './owner-section.tsx'
import { QueueWay, type QueueWayProps } from './queue-way.tsx'
import { StatusFacts, SystemFacts } from './status-facts.tsx'
import { summarySections } from './summary-sections.ts'
import { Timeline } from './timeline.tsx'

/** One application, for an admin (specification section 2, "Application Summary dialog"). */
export function SummaryDialog({ id, list, onClose }: QueueWayProps & { onClose: () => void }) {
  const { data: application, error, refetch } = useQuery(reviewedQuery(id))
  return (
    <Dialog open onClose={onClose} size="wide" title="Application Summary">
      <QueueWay {...{ id, list }} />
      {application ? <Summary key={id} application={application} /> : null}
      {!application && error ? (
        <LoadFailure title="This application could not be loaded" onRetry={() => void refetch()}>
          {detailOf(error)}
        </LoadFailure>
      ) : null}
      {!application && !error ? <FormSkeleton label="Loading the application..." /> : null}
    </Dialog>
  )
}

function Summary({ application }: { application: ReviewedApplication }) {
  const status = useRef<HTMLSpanElement>(null)
  const [expanded, setExpanded] = useState(false)
  const preview = usePreview()
  const corrections = useCorrections(application.id)
  return (
    <NotesAround id={application.id}>
      <Flags {...{ application, corrections }}>
        <div className="mb-8 flex flex-wrap items-center gap-3">
          <CurrentStatus ref={status} status={application.status} />
          <WaitingBadge on={application.waitingOn} />
          <span className="min-w-0 grow basis-40 wrap-anywhere font-serif text-lg">
            {application.fullName}
          </span>
          <DownloadButton id={application.id} />
          {application.status === 'draft' && application.invitedUntil === null ? (
            <ReminderButton application={application} />
          ) : null}
          <StatusActions
            application={application}
            door="PATCH /api/admin/applications/{id}/status"
            statusRef={status}
          />
          <Button
            tone="secondary"
            size="small"
            aria-expanded={expanded}
            onClick={() => setExpanded((shown) => !shown)}
          >
            {expanded ? 'Show Less' : 'Show All Details'}
          </Button>
        </div>
        <OwnerSection application={application} />
        <InvitationSection application={application} />
        <RoundsView id={application.id} corrections={corrections} />
        <div className="grid gap-10 lg:grid-cols-2">
          {summarySections.map((section) => (
            <AnswersView key={section.title} {...{ section, application, expanded }} />
          ))}
          {expanded ? <ChildrenView application={application} /> : null}
          <DocumentStatusView application={application} onPreview={preview.show} />
          <StatusFacts application={application} />
          {expanded ? <SystemFacts application={application} /> : null}
        </div>
        <NetWorthSummary {...{ application, expanded }} />
        <AnnualReviewsView application={application} />
        <NotesSection id={application.id} />
        <Timeline id={application.id} />
        <DocumentPreview preview={preview} />
        <BasketBar {...{ application, corrections }} />
      </Flags>
    </NotesAround>
  )
}
