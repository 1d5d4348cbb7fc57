import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { call } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useDebounced } from '#base/client/lib/use-debounced.ts'

/** Debounces typing. */
const TYPING_PAUSE_MS = 150

/**
 * The server's results for a text, debounced; outdated requests are aborted and their results not shown, since Enter
 * would open them. Results are dropped when the palette closes: the text may contain an ID number.
 */
export function useFound(text: string) {
  const asked = useDebounced(text, TYPING_PAUSE_MS)
  const { data, isFetching, isError } = useQuery<AnswerOf<'POST /api/staff/find'>>({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => call('POST /api/staff/find', { body: { text: asked }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const isOutdated = asked !== text
  return { found: isOutdated ? undefined : data, isLooking: isFetching || isOutdated, isError }
}

/** The user's saved views, from the cache or loaded when the palette opens. */
export function useSavedViews(role: Role) {
  const hasWorkspace = role === 'admin' || role === 'wealth_manager'
  const query = queryFor('GET /api/application-views')
  return useQuery({ ...query, enabled: hasWorkspace, staleTime: 0 }).data?.own ?? []
}
