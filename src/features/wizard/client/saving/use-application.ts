import { replaceEqualDeep, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Application } from '#features/applications/api/application.ts'
import type { ApiError } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'

/** Cache update on a response: one older than a later save changes nothing. */
export function keepNewest(known: Application | undefined, answer: Application): Application {
  const overtaken = known?.id === answer.id && known.version > answer.version
  return overtaken ? known : replaceEqualDeep(known, answer)
}

/** The signed-in client's application: always refetched when the window regains the focus (specification section 7). */
export const applicationQuery = {
  ...queryFor('GET /api/application'),
  structuralSharing: (known: unknown, answer: unknown) =>
    // The cache holds no other type under this key.
    keepNewest(known as Application | undefined, answer as Application),
}

/** The application, loaded and refetched. */
export function useApplication(): UseQueryResult<Application, ApiError> {
  return useQuery(applicationQuery)
}
