import { queryFor } from '#base/client/lib/query-client.ts'

/** Key of the list of what there is to do, refetched after each decision. */
export const waitingKey = queryFor('GET /api/today').queryKey
