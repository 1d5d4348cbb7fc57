import { useState } from 'react'
import { reviewDueText } from '#features/applications/rules/annual-reviews.ts'
import type { AnnualReview } from '#features/annual-reviews/api.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { nameOf } from '#features/review/client/list/cells.tsx'
import type { Workspace } from '#features/review/client/workspaces.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { CompletedReviews } from '#features/review/client/summary/completed-reviews.tsx'

type ReviewsDialogProps = {
  review: AnnualReview
  /** The workspace path of the client's application. */
  workspace: Pick<Workspace, 'review'>
  mayComplete: boolean
  onClose: () => void
}

/** A client's annual reviews: the next due date, earlier notes and, if permitted, a button to complete one. */
export function ReviewsDialog({ review, workspace, mayComplete, onClose }: ReviewsDialogProps) {
  const { id, nextReviewAt, notifiedAt } = review
  const [completing, setCompleting] = useState(false)
  return (
    <Dialog
      open
      title={`Annual reviews: ${nameOf(review)}`}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
          {mayComplete ? (
            <Button onClick={() => setCompleting(true)}>Mark Review Completed</Button>
          ) : (
            <LinkButton tone="primary" href={`${workspace.review}?application=${id}`}>
              Open Application
            </LinkButton>
          )}
        </>
      }
    >
      <DefinitionList
        className="mb-8"
        rows={[
          { label: 'Next review due', value: reviewDueText(new Date(nextReviewAt), new Date()) },
          {
            label: 'Last notified',
            value: notifiedAt === null ? 'Not notified' : formatDateTime(new Date(notifiedAt)),
          },
        ]}
      />
      <Section level={3} title="Completed reviews">
        <CompletedReviews id={id} />
      </Section>
      {completing ? <CompleteDialog review={review} onClose={() => setCompleting(false)} /> : null}
    </Dialog>
  )
}
