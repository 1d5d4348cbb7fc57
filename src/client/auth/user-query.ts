import { queryOptions } from '@tanstack/react-query'
import type { SessionUser } from '#domain/api/auth.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { queryFor } from '#client/lib/query-client.ts'

async function fetchUser(signal: AbortSignal): Promise<SessionUser | null> {
  try {
    return await call('GET /api/user', { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Who is signed in; null for nobody, which a 401 means (specification section 4, "Session"). */
export const userQuery = queryOptions<SessionUser | null, ApiError>({
  queryKey: queryFor('GET /api/user').queryKey,
  queryFn: ({ signal }) => fetchUser(signal),
})
