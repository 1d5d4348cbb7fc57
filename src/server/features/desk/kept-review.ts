import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Call } from '#server/shared/http/route.ts'
import type { Kept } from '#server/shared/idempotency/kept-answers.ts'
import { reviewedApplication } from './application-detail.ts'

type ReviewKey =
  | 'PATCH /api/admin/applications/{id}/status'
  | 'PUT /api/admin/applications/{id}/status'
  | 'POST /api/admin/applications/{id}/reopen'
  | 'POST /api/admin/applications/{id}/checks'

/** Answers a call with the application as it is now, and stores that answer for retries of the call. */
export function keptReview({ context, params, actor, keep }: Call<ReviewKey>) {
  return async (tx: Transaction): Promise<Kept<ReviewedApplication>> => {
    const within = { ...context, database: { db: tx } }
    return keep(tx, await reviewedApplication(within, params.id, actor))
  }
}
