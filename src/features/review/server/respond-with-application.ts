import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { Transaction } from '#base/server/db/database.ts'
import type { Call } from '#features/access/server/http/route.ts'
import type { StoredResponse } from '#features/access/server/idempotency/stored-responses.ts'
import { reviewedApplication } from './application-detail.ts'

type ReviewKey =
  | 'PATCH /api/admin/applications/{id}/status'
  | 'PUT /api/admin/applications/{id}/status'
  | 'POST /api/admin/applications/{id}/reopen'
  | 'POST /api/admin/applications/{id}/checks'

/** Responds with the application's current state, and stores the response for retries. */
export function respondWithApplication({ context, params, actor, keep }: Call<ReviewKey>) {
  return async (tx: Transaction): Promise<StoredResponse<ReviewedApplication>> => {
    const within = { ...context, database: { db: tx } }
    return keep(tx, await reviewedApplication(within, params.id, actor))
  }
}
