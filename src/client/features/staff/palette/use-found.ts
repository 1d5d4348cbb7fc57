import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#domain/api/contract.ts'
import type { Role } from '#domain/users/roles.ts'
import { call } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { useSettled } from '#client/shared/lib/use-settled.ts'

/** Long enough for a word to be typed, short enough not to be waited for. */
const TYPING_PAUSE_MS = 150

/**
 * What the server finds while somebody types: asked after each pause, and a call that somebody typed on from is broken off. What was found
 * for another text is not shown meanwhile: Enter would open it. Nothing stays once the palette is closed: an ID number may be among
 * what was typed.
 */
export function useFound(text: string) {
  const asked = useSettled(text, TYPING_PAUSE_MS)
  const { data, isFetching, isError } = useQuery<AnswerOf<'POST /api/staff/find'>>({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => call('POST /api/staff/find', { body: { text: asked }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const isOutdated = asked !== text
  return { found: isOutdated ? undefined : data, isLooking: isFetching || isOutdated, isError }
}

const noViews = { own: [], shared: [] }

/** The views of one's own and those that the firm shares, as the list knows them already or asked for when the palette opens. */
export function useKeptViews(role: Role) {
  const hasDesk = role === 'admin' || role === 'wealth_manager'
  const query = queryFor('GET /api/application-views')
  return useQuery({ ...query, enabled: hasDesk, staleTime: 0 }).data ?? noViews
}
