import { queryFor } from '#base/client/lib/query-client.ts'

/**
 * Query keys of the counts around lists of applications, refetched with each list and after each change of an
 * application.
 */
export const applicationCountKeys = [
  queryFor('GET /api/application-views').queryKey,
  queryFor('GET /api/admin/application-figures').queryKey,
  queryFor('GET /api/admin/application-views').queryKey,
  queryFor('GET /api/wealth-manager/application-views').queryKey,
  queryFor('GET /api/admin/correction-figures').queryKey,
  queryFor('GET /api/wealth-manager/correction-figures').queryKey,
  queryFor('GET /api/today').queryKey,
]
