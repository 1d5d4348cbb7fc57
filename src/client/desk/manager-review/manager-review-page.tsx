import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { StaffLayout } from '#client/staff/staff-layout.tsx'
import { paths } from '#client/shell/paths.ts'
import { useSession } from '#client/auth/use-session.ts'
import { FileView } from '#client/documents/file-view.tsx'
import { detailOf } from '#client/lib/api.ts'
import { useList } from '#client/lists/use-list.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { FormSkeleton } from '#client/ui/skeleton.tsx'
import { nameOf } from '../list/cells.tsx'
import { managerList } from '../list/lists.ts'
import { BasketBar } from '../corrections/basket-bar.tsx'
import { Flags } from '../corrections/flags.tsx'
import { RoundsView } from '../corrections/rounds-view.tsx'
import { useCorrections } from '../corrections/use-corrections.ts'
import { NotesAround } from '../notes/notes-around.tsx'
import { NotesSection } from '../notes/notes-section.tsx'
import { CurrentStatus, WaitingBadge } from '../status-badge.tsx'
import { StatusActions } from '../status/status-actions.tsx'
import { reviewedQuery } from '../status/use-status-change.ts'
import { AnnualReviewsView } from '../summary/annual-reviews-view.tsx'
import { AnswersView, ChildrenView } from '../summary/answers-view.tsx'
import { DocumentStatusView, filesOf } from '../summary/document-status-view.tsx'
import { InvitationSection } from '../summary/invitation-section.tsx'
import { NetWorthSummary } from '../summary/net-worth-summary.tsx'
import { StatusFacts } from '../summary/status-facts.tsx'
import { summarySections } from '../summary/summary-sections.ts'
import { Timeline } from '../summary/timeline.tsx'
import { neighboursOf } from '../neighbours/neighbours.ts'
import { NextWaiting } from '../neighbours/next-waiting.tsx'
import { ReviewKeys, useReviewKeys } from './review-keys.tsx'
import { reviewAddress } from '#client/staff/addresses.ts'

/** One application beside its documents, for its wealth manager (decisions, "Manager's review dialog"). */
export function ManagerReviewPage() {
  const { user } = useSession()
  const [params] = useSearchParams()
  const id = params.get('application') ?? ''
  const { data: application, error, refetch } = useQuery(reviewedQuery(id))
  if (!user) return null
  return (
    <StaffLayout role={user.role}>
      <Link href={listAddress(params)} className="text-link inline-block py-2.5">
        Back to your clients
      </Link>
      {application ? <Review key={application.id} application={application} /> : null}
      {!application && error ? (
        <LoadFailure
          className="mt-6"
          title="This application could not be loaded"
          onRetry={() => void refetch()}
        >
          {detailOf(error)}
        </LoadFailure>
      ) : null}
      {!application && !error ? <FormSkeleton label="Loading the application..." /> : null}
    </StaffLayout>
  )
}

/** The address of the list as somebody left it. */
function listAddress(params: URLSearchParams): string {
  const kept = new URLSearchParams(params)
  kept.delete('application')
  return kept.size === 0 ? paths.wealthManager : `${paths.wealthManager}?${kept.toString()}`
}

function Review({ application }: { application: ReviewedApplication }) {
  const files = filesOf(application)
  const status = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState<UploadedFile | null>(files[0] ?? null)
  const list = useList(managerList)
  const [params] = useSearchParams()
  const addressOf = (id: string) => reviewAddress(params, id)
  const showNext = () => {
    const place = files.findIndex(({ id }) => id === shown?.id)
    setShown(files[(place + 1) % files.length] ?? null)
  }
  useReviewKeys({ showNext })
  const corrections = useCorrections(application.id)
  return (
    <NotesAround id={application.id}>
      <Flags {...{ application, corrections }}>
        <div className="mt-2 flex flex-wrap items-start justify-between gap-x-8">
          <PageHeading
            eyebrow="Application review"
            title={nameOf(application)}
            className="mb-4 min-w-0 wrap-anywhere"
          />
          <ReviewKeys neighbours={neighboursOf(list.rows, application.id)} addressOf={addressOf} />
        </div>
        <div className="mb-8 flex flex-wrap items-center gap-3 border-y border-hairline py-3">
          <CurrentStatus ref={status} status={application.status} />
          <WaitingBadge on={application.waitingOn} />
          <span className="grow" />
          <StatusActions
            application={application}
            door="PUT /api/admin/applications/{id}/status"
            statusRef={status}
          />
          <NextWaiting key={application.id} id={application.id} rows={list.rows} addressOf={addressOf} />
        </div>
        <InvitationSection application={application} />
        <RoundsView id={application.id} corrections={corrections} />
        <div className="grid gap-10 xl:grid-cols-2">
          <div className="grid content-start gap-8">
            {summarySections.map((section) => (
              <AnswersView key={section.title} {...{ section, application }} expanded />
            ))}
            <ChildrenView application={application} />
          </div>
          <div className="grid content-start gap-8 xl:sticky xl:top-4">
            <section aria-label="Document preview">
              {shown ? (
                <FileView key={shown.id} file={shown} />
              ) : (
                <p className="border border-hairline bg-surface px-5 py-16 text-center text-ink-soft">
                  No documents have been uploaded.
                </p>
              )}
            </section>
            <DocumentStatusView application={application} onPreview={setShown} />
            <StatusFacts application={application} />
          </div>
        </div>
        <NetWorthSummary application={application} expanded />
        <AnnualReviewsView application={application} />
        <NotesSection id={application.id} />
        <Timeline id={application.id} />
        <BasketBar {...{ application, corrections }} />
      </Flags>
    </NotesAround>
  )
}
