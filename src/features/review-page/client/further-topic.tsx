import type { ReactNode } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { Corrections } from '#features/corrections/api.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { AskPanel, type Ask } from '#features/corrections/client/staff/ask-panel.tsx'
import { CorrectionRequests } from '#features/corrections/client/staff/correction-requests.tsx'
import { Approvals } from '#features/due-diligence/client/staff/approvals.tsx'
import { GateException } from '#features/due-diligence/client/staff/gate-notice.tsx'
import { RatingCard } from '#features/due-diligence/client/staff/rating-card.tsx'
import { NotesSection } from '#features/notes/client/notes-section.tsx'
import { ScreeningCard } from '#features/screening/client/hits/screening-card.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DecisionBar, Key } from '#base/client/ui/decision-bar.tsx'
import { AnnualReviewsView } from '#features/review/client/summary/annual-reviews-view.tsx'
import { AnswersView, ChildrenView } from '#features/review/client/summary/answers-view.tsx'
import { DocumentStatusView, filesOf } from '#features/review/client/summary/document-status-view.tsx'
import { NetWorthSummary } from '#features/review/client/summary/net-worth-summary.tsx'
import { StatusFacts, SystemFacts } from '#features/review/client/summary/status-facts.tsx'
import { summarySections } from '#features/review/client/summary/summary-sections.ts'
import { Timeline } from '#features/review/client/summary/timeline.tsx'
import { noteSubjects } from './note-subjects.ts'
import type { Topic, TopicName } from './topics.ts'

type FurtherTopicProps = {
  application: ReviewedApplication
  pack: ReviewedPack | undefined
  corrections: Corrections | undefined
  topic: Topic
  ask: Ask
  keys: boolean
  /** Shows a document beside the topic. */
  onPreview: (documentId: string) => void
}

/** A topic without documents: compliance, all answers, notes, history. */
export function FurtherTopic(props: FurtherTopicProps) {
  const { topic, ask, keys } = props
  useLetterShortcuts(keys && ask.isPossible, { r: ask.open })
  return (
    <section aria-label={topic.label} className="review-panel">
      <div className="review-scroll">
        <h2 tabIndex={-1} className="sr-only">
          {topic.label}
        </h2>
        <div>
          <Content {...props} />
        </div>
      </div>
      {ask.isOpen ? <AskPanel ask={ask} /> : null}
      {ask.isPossible && !ask.isOpen ? (
        <DecisionBar>
          <Button size="small" tone="secondary" aria-keyshortcuts="R" onClick={ask.open}>
            <span>Ask the client</span>
            <Key>R</Key>
          </Button>
        </DecisionBar>
      ) : null}
    </section>
  )
}

function Content({ application, pack, corrections, topic, onPreview }: FurtherTopicProps) {
  const { user } = useSession()
  const { id } = application
  // The specified sections in their order, then ours (decisions, "Summary").
  const contents: Partial<Record<TopicName, () => ReactNode>> = {
    sanctions: () => <ScreeningCard applicationId={id} />,
    rating: () => (pack?.rating ? <RatingCard applicationId={id} rating={pack.rating} /> : null),
    'sign-off': () =>
      pack === undefined ? null : (
        <>
          <Approvals pack={pack} userId={user?.id ?? ''} />
          {pack.gate === null ? null : <GateException pack={pack} gate={pack.gate} />}
        </>
      ),
    'net-worth': () => <NetWorthSummary application={application} expanded />,
    answers: () => (
      <div className="grid gap-6">
        {summarySections.map((section) => (
          <AnswersView key={section.title} {...{ section, application }} expanded />
        ))}
        <DocumentStatusView application={application} onPreview={(file) => onPreview(file.documentId)} />
        <StatusFacts application={application} />
        <ChildrenView application={application} />
        <SystemFacts application={application} />
      </div>
    ),
    notes: () => <NotesSection id={id} subjects={noteSubjects(application, filesOf(application))} />,
    history: () => (
      <>
        <Timeline id={id} />
        <CorrectionRequests id={id} corrections={corrections} className="mt-6" />
        <AnnualReviewsView application={application} />
      </>
    ),
  }
  return contents[topic.name]?.() ?? null
}
