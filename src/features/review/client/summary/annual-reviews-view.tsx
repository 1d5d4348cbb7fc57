import { reviewDueText } from '#features/applications/rules/annual-reviews.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { CompletedReviews } from '#features/review/client/summary/completed-reviews.tsx'
import { Section } from '#base/client/ui/section.tsx'

/** The annual reviews of a current or former client. */
export function AnnualReviewsView({ application }: { application: ReviewedApplication }) {
  const { id, onboardedAt, nextReviewAt } = application
  if (onboardedAt === null) return null
  return (
    <Section
      level={3}
      title="Annual Reviews"
      description={
        nextReviewAt ? `The next review is due ${reviewDueText(new Date(nextReviewAt), new Date())}.` : null
      }
      className="mt-10"
    >
      <CompletedReviews id={id} />
    </Section>
  )
}
