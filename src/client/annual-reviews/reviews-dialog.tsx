import type { AnnualReview } from '#domain/api/annual-reviews.ts'
import { formatDate, formatDateTime } from '#domain/time/dates.ts'
import { nameOf } from '#client/applications/review/list/columns.tsx'
import { Button } from '#client/ui/button.tsx'
import { DefinitionList } from '#client/ui/definition-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Section } from '#client/ui/section.tsx'
import { CompletedReviews } from './completed-reviews.tsx'

type ReviewsDialogProps = { review: AnnualReview; onClose: () => void }

/** The annual reviews of a client: when the next is due, when they were written to, and the notes of those before. */
export function ReviewsDialog({ review, onClose }: ReviewsDialogProps) {
  const { id, nextReviewAt, notifiedAt } = review
  return (
    <Dialog
      open
      title={`Annual reviews: ${nameOf(review)}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <DefinitionList
        className="mb-8"
        rows={[
          { label: 'Next review due', value: formatDate(new Date(nextReviewAt)) },
          {
            label: 'Last notified',
            value: notifiedAt === null ? 'Not notified' : formatDateTime(new Date(notifiedAt)),
          },
        ]}
      />
      <Section level={3} title="Completed reviews">
        <CompletedReviews id={id} />
      </Section>
    </Dialog>
  )
}
