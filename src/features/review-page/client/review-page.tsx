import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { useList } from '#base/client/lists/use-list.ts'
import { useShortcutSetting } from '#base/client/lists/shortcut-setting.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { useStableMinWidth } from '#base/client/ui/use-min-width.ts'
import { FormSkeleton } from '#base/client/ui/skeleton.tsx'
import { addressIn } from '#features/review/client/addresses.ts'
import { ProhibitedBand } from '#features/due-diligence/client/staff/prohibited-band.tsx'
import { NotesProvider } from '#features/notes/client/notes-context.tsx'
import { WaitingText } from '#features/review/client/list/cells.tsx'
import { adminList, managerList } from '#features/review/client/list/lists.ts'
import { QueueNavigation } from '#features/review/client/neighbours/queue-navigation.tsx'
import { useChangedElsewhere } from '#features/review/client/panel/use-changed-elsewhere.ts'
import type { TraversedList } from '#features/review/client/panel/use-adjacent-applications.ts'
import { ShortcutsHelp, type ShortcutText } from '#features/review/client/shortcuts-help.tsx'
import { reviewedQuery } from '#features/review/client/status/use-status-change.ts'
import { adminWorkspace, managerWorkspace, type Workspace } from '#features/review/client/workspaces.ts'
import { DocumentPane } from './document-pane.tsx'
import { FurtherTopic } from './further-topic.tsx'
import { Overview } from './overview.tsx'
import { RequestBox } from './request-box.tsx'
import { ReviewBar } from './review-bar.tsx'
import { TopicList } from './topic-list.tsx'
import { TopicPanel } from './topic-panel.tsx'
import { nextToCheck, type TopicName } from './topics.ts'
import { useAsk } from './use-ask.ts'
import { useReview, type Review as ReviewState } from './use-review.ts'

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
  if (!user) return null
  return (
    <StaffLayout role={user.role} width="full">
      {application ? (
        <NotesProvider key={application.id} id={application.id}>
          <Review {...{ application, workspace, list }} userId={user.id} />
        </NotesProvider>
      ) : null}
      {!application && error ? (
        <LoadFailure
          className="m-6"
          title="This application could not be loaded"
          onRetry={() => void refetch()}
        >
          {detailOf(error)}
        </LoadFailure>
      ) : null}
      {!application && !error ? (
        <div className="px-8 py-4">
          <FormSkeleton label="Loading the application..." />
        </div>
      ) : null}
    </StaffLayout>
  )
}

/** In rem: from there on, topics, facts and document are beside each other. */
const MIN_WIDTH_BESIDE = 64

const shortcuts: ShortcutText = [
  ['A', 'accept'],
  ['R', 'ask the client'],
  ['N', 'next to check'],
  ['O', 'next document'],
  ['Alt + A', 'approve'],
  ['J', 'next application'],
  ['K', 'previous application'],
  ['?', 'these shortcuts'],
]

type ReviewProps = ReviewPageProps & { application: ReviewedApplication; userId: string }

function Review({ application, workspace, list, userId }: ReviewProps) {
  const { id } = application
  const isWide = useStableMinWidth(MIN_WIDTH_BESIDE)
  const setting = useShortcutSetting(userId)
  const review = useReview(application, workspace)
  const { topics, topic, documents, shown, pack, corrections, draft, opened, toDo, addressOf, open } = review
  const ask = useAsk({ application, topic, shown, canAsk: review.canAsk, draft, corrections })
  useDocumentKey(setting.keys, review)
  useApproveKey()
  const panel = usePanelFocus(topic.name)
  const basket = corrections?.basket ?? []
  const isDetail = !isWide && topic.name !== 'overview'
  const next = nextToCheck(topics, topic.name)
  const shared = { application, pack, topic, ask, keys: setting.keys }
  const onNext = () => open(next?.name ?? 'overview')
  return (
    <div className="review">
      <ReviewBar
        {...{ application, pack, workspace, opened, toDo }}
        canAsk={review.canAsk}
        back={
          isDetail
            ? { href: addressOf('overview'), label: 'Back to the overview' }
            : { href: addressIn(workspace.list, review.listParams, null), label: workspace.back }
        }
        isBlocked={toDo.length > 0 || basket.length > 0 || draft.again.length > 0}
        isShort={isDetail}
        onShow={review.showItem}
        waiting={<Waiting {...{ application, list }} />}
        navigation={
          <QueueNavigation
            {...{ id, list }}
            letters={setting.keys}
            addressOf={(other) => addressIn(workspace.review, review.listParams, other)}
          />
        }
      />
      <ProhibitedBand applicationId={id} />
      <div ref={panel} className={isDetail ? 'review-columns review-detail' : 'review-columns'}>
        {isDetail ? null : (
          <nav aria-label="Topics" className="review-topics">
            <TopicList {...{ topics, addressOf }} current={isWide ? topic.name : null} />
            <RequestBox {...{ application, pack, basket, draft }} />
          </nav>
        )}
        {topic.name === 'overview' ? (
          <Overview
            {...shared}
            {...{ corrections, next, onNext }}
            onAsk={ask.askAbout}
            leads={toDo.length > 0 && application.status !== 'draft'}
          />
        ) : topic.task !== null || topic.documents.length > 0 ? (
          <TopicPanel key={topic.name} {...shared} {...{ shown, opened, userId, onNext }} />
        ) : (
          <FurtherTopic {...shared} corrections={corrections} onPreview={review.showFile} />
        )}
        {isWide || (isDetail && topic.documents.length > 0) ? (
          <DocumentPane {...{ documents, shown }} isAhead={review.isAhead} onShow={review.showDocument} />
        ) : null}
      </div>
      <ShortcutsHelp setting={setting} text={shortcuts} />
    </div>
  )
}

/** What the application waits for, from the list; the state of a request is beside its status. */
function Waiting({ application: { id, waitingOn }, list }: Pick<ReviewProps, 'application' | 'list'>) {
  const row = list.rows.find((one) => one.id === id)
  if (row === undefined || waitingOn !== null) return null
  return (
    <p className="text-sm text-ink-soft max-lg:hidden">
      <WaitingText {...row} isSentence />
    </p>
  )
}

/** O shows the next document, of the next topic after the last one. */
function useDocumentKey(isOn: boolean, { documents, shown, showDocument }: ReviewState): void {
  const index = documents.findIndex(({ file }) => file.documentId === shown.document?.file.documentId)
  useLetterShortcuts(isOn, {
    o: () => {
      const following = documents[(index + 1) % documents.length]
      if (following !== undefined) showDocument(following)
    },
  })
}

/** Alt+A presses Approve, by physical key, since Alt changes the letter on some systems. */
function useApproveKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || code !== 'KeyA') return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      document.querySelector<HTMLButtonElement>('[data-action="approve"]')?.click()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Focuses the heading of a topic that was opened by a button or key that has gone. */
function usePanelFocus(topic: TopicName) {
  const ref = useRef<HTMLDivElement>(null)
  const [first] = useState(topic)
  const before = useRef(first)
  useEffect(() => {
    if (before.current === topic) return
    before.current = topic
    const isElsewhere =
      document.activeElement !== document.body && document.activeElement?.closest('nav') !== null
    if (!isElsewhere) ref.current?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
  }, [topic])
  return ref
}
