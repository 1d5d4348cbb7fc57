import { queryFor } from '#client/shared/lib/query-client.ts'

/**
 * What counts applications or tells of them around their lists, by its key: read again with each list, and where one of
 * them changes.
 */
export const applicationCountKeys = [
  queryFor('GET /api/application-views').queryKey,
  queryFor('GET /api/admin/application-figures').queryKey,
  queryFor('GET /api/admin/application-views').queryKey,
  queryFor('GET /api/wealth-manager/application-figures').queryKey,
  queryFor('GET /api/wealth-manager/application-views').queryKey,
  queryFor('GET /api/admin/correction-figures').queryKey,
  queryFor('GET /api/wealth-manager/correction-figures').queryKey,
  queryFor('GET /api/notifications/unread').queryKey,
]
