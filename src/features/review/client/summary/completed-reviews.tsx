import { useQuery } from '@tanstack/react-query'
import type { CompletedReview } from '#features/annual-reviews/api.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Notice } from '#base/client/ui/notice.tsx'

/** The completed annual reviews of a client, always refetched, since others add them too. */
export const completedReviewsQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}/annual-reviews', { params: { id } }),
  staleTime: 0,
})

/**
 * The notes of a client's annual reviews, latest first.
 *
 * @param id of the application
 */
export function CompletedReviews({ id }: { id: string }) {
  const { data: reviews, error } = useQuery(completedReviewsQuery(id))
  if (reviews === undefined) return error ? <Notice tone="danger">{detailOf(error)}</Notice> : null
  if (reviews.length === 0) return <p className="text-ink-soft">No review has been completed yet.</p>
  return (
    <ol>
      {reviews.map((review) => (
        <NoteOfReview key={review.id} {...review} />
      ))}
    </ol>
  )
}

function NoteOfReview({ completedAt, completedBy, note }: CompletedReview) {
  return (
    <li className="border-b border-hairline py-3 first:pt-0 last:border-b-0">
      <p className="whitespace-pre-wrap text-pretty wrap-anywhere">{note}</p>
      <p className="mt-1 text-sm text-ink-soft">
        <span>{`${completedBy}, `}</span>
        <time dateTime={completedAt}>{formatDateTime(new Date(completedAt))}</time>
      </p>
    </li>
  )
}
