import { queryFor } from '#client/lib/query-client.ts'

/** What counts applications, by its key: asked anew where one of them changes. */
export const applicationCountKeys = [
  queryFor('GET /api/application-views').queryKey,
  queryFor('GET /api/admin/application-figures').queryKey,
  queryFor('GET /api/admin/application-views').queryKey,
  queryFor('GET /api/wealth-manager/application-figures').queryKey,
  queryFor('GET /api/wealth-manager/application-views').queryKey,
]
