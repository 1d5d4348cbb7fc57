import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { useList } from '#base/client/lists/use-list.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { useStableMinWidth } from '#base/client/ui/use-min-width.ts'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { FormSkeleton } from '#base/client/ui/skeleton.tsx'
import { addressIn } from '#features/review/client/addresses.ts'
import { adminWorkspace, managerWorkspace, type Workspace } from '../workspaces.ts'
import { nameOf } from '../list/cells.tsx'
import { adminList, managerList } from '../list/lists.ts'
import { useShortcutSetting, type ShortcutSetting } from '#base/client/lists/shortcut-setting.ts'
import {
  DueDiligenceSection,
  ProhibitedBand,
} from '#features/due-diligence/client/staff/due-diligence-section.tsx'
import { DraftRequestBar } from '#features/corrections/client/staff/draft-request-bar.tsx'
import { canNote, Flags } from '#features/corrections/client/staff/flags.tsx'
import { CorrectionRequests } from '#features/corrections/client/staff/correction-requests.tsx'
import { useCorrections } from '#features/corrections/client/staff/use-corrections.ts'
import { useChangedElsewhere } from '../panel/use-changed-elsewhere.ts'
import { useAdjacentApplications, type TraversedList } from '../panel/use-adjacent-applications.ts'
import { NotesProvider } from '#features/notes/client/notes-context.tsx'
import { NotesSection } from '#features/notes/client/notes-section.tsx'
import { reviewedQuery } from '../status/use-status-change.ts'
import { AnnualReviewsView } from '../summary/annual-reviews-view.tsx'
import { AnswersView, ChildrenView } from '../summary/answers-view.tsx'
import { DocumentStatusView, filesOf } from '../summary/document-status-view.tsx'
import { InvitationSection } from '../summary/invitation-section.tsx'
import { NetWorthSummary } from '../summary/net-worth-summary.tsx'
import { PeopleSection } from '../summary/people-section.tsx'
import { StatusFacts } from '../summary/status-facts.tsx'
import { summarySections } from '../summary/summary-sections.ts'
import { Timeline } from '../summary/timeline.tsx'
import { NextWaiting } from '../neighbours/next-waiting.tsx'
import { ChecksSection } from '../checks/checks-section.tsx'
import { DecisionBar, FurtherActions } from './decision-bar.tsx'
import { DocumentPane } from './document-pane.tsx'
import { ReviewShortcuts, useReviewShortcuts } from './review-shortcuts.tsx'
import { useOpenedDocuments } from './use-opened-documents.ts'
import { useShownDocument } from './use-shown-document.ts'

/** One application beside its documents, for an admin. */
export function AdminReviewPage() {
  return <ReviewPage workspace={adminWorkspace} list={useList(adminList)} />
}

/** The same for its wealth manager (decisions, "Manager's review dialog"). */
export function ManagerReviewPage() {
  return <ReviewPage workspace={managerWorkspace} list={useList(managerList)} />
}

type ReviewPageProps = {
  workspace: Workspace
  /** The list from which the page was opened, for its neighbours. */
  list: TraversedList
}

function ReviewPage({ workspace, list }: ReviewPageProps) {
  const { user } = useSession()
  const [params] = useSearchParams()
  const id = params.get('application') ?? ''
  const query = useQuery(reviewedQuery(id))
  const { data: application, error, refetch } = query
  useChangedElsewhere(list, query)
  const setting = useShortcutSetting(user?.id ?? '')
  if (!user) return null
  return (
    <StaffLayout role={user.role}>
      <Link href={addressIn(workspace.list, params, null)} className="text-link inline-block py-2.5">
        {workspace.back}
      </Link>
      {application ? <Review key={application.id} {...{ application, workspace, list, setting }} /> : null}
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

/** Documents are beside the answers in windows of at least this many rem; above them in narrower ones. */
const MIN_WIDTH_BESIDE = 80

/** For an application that was not opened from a list. */
const NO_NEIGHBOURS = { previous: null, next: null }

type ReviewProps = ReviewPageProps & { application: ReviewedApplication; setting: ShortcutSetting }

function Review({ application, workspace, list, setting }: ReviewProps) {
  const files = filesOf(application)
  const documents = useOpenedDocuments(application)
  const shown = useShownDocument(files, documents)
  const [params] = useSearchParams()
  const addressOf = (id: string) => addressIn(workspace.review, params, id)
  const adjacent = useAdjacentApplications(list, application.id)
  useReviewShortcuts({ showNext: shown.showNext })
  const corrections = useCorrections(application.id)
  const isAdmin = workspace.role === 'admin'
  const isBeside = useStableMinWidth(MIN_WIDTH_BESIDE)
  const pane = <DocumentPane {...{ application, files, shown, documents, isBeside }} />
  return (
    <NotesProvider id={application.id}>
      <Flags {...{ application, corrections }}>
        <div className="mt-2 flex flex-wrap items-start justify-between gap-x-8">
          <PageHeading
            eyebrow="Application review"
            title={nameOf(application)}
            className="mb-4 min-w-0 wrap-anywhere"
          />
          <ReviewShortcuts
            neighbours={adjacent ?? NO_NEIGHBOURS}
            {...{ addressOf, setting }}
            does={{
              approve: application.actions.includes('approve'),
              open: files.length > 1,
              flag: canNote(application, corrections),
            }}
          />
        </div>
        <ProhibitedBand applicationId={application.id} />
        <DecisionBar
          {...{ application, files, documents, workspace, isBeside }}
          isBlocked={(corrections?.basket.length ?? 0) > 0}
          next={
            <NextWaiting key={application.id} id={application.id} rows={list.rows} addressOf={addressOf} />
          }
        />
        {isBeside ? null : (
          <>
            <div className="mb-8">{pane}</div>
            <div className="mb-8 flex flex-wrap gap-3">
              <FurtherActions {...{ application, isAdmin }} />
            </div>
          </>
        )}
        {/* The specified sections in their order, then ours (decisions, "Summary"). */}
        <div className={isBeside ? 'grid grid-cols-2 gap-10' : undefined}>
          <div className="grid content-start gap-8">
            {summarySections.map((section) => (
              <AnswersView key={section.title} {...{ section, application }} expanded />
            ))}
            <NetWorthSummary application={application} expanded />
            <DocumentStatusView application={application} onPreview={shown.show} />
            <StatusFacts application={application} />
            <ChildrenView application={application} />
            <ChecksSection application={application} expanded />
            <CorrectionRequests id={application.id} corrections={corrections} />
            <DueDiligenceSection
              applicationId={application.id}
              isImported={application.imported !== null && application.status === 'onboarded'}
            />
            <div>
              <PeopleSection {...{ application, isAdmin }} />
              <InvitationSection application={application} />
            </div>
          </div>
          {isBeside ? pane : null}
        </div>
        <AnnualReviewsView application={application} />
        <NotesSection id={application.id} />
        <Timeline id={application.id} />
        <DraftRequestBar {...{ application, corrections }} />
      </Flags>
    </NotesProvider>
  )
}
