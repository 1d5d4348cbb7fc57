import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, ContractKey, ParamsOf, QueryOf } from '#base/rules/api/contract.ts'
import type { ApiError } from './api-error.ts'
import { addressOf } from './api.ts'
import { readJson, request } from './request.ts'

type ReadKey = Extract<ContractKey, `GET ${string}`>

/**
 * The query of a call, for `useQuery` and the cache: `useQuery(queryFor('GET /api/application'))`. The key is the path,
 * which the default query function loads.
 */
export function queryFor<Key extends ReadKey>(
  key: Key,
  input: { params?: ParamsOf<Key>; query?: QueryOf<Key> } = {},
) {
  const path = key.slice('GET '.length)
  return queryOptions<AnswerOf<Key>, ApiError>({ queryKey: [addressOf(path, input.params, input.query)] })
}

/** How long a prefetched application is fresh, in ms. */
const PREFETCH_FRESH_MS = 5_000

/** Loads by GET from the path that the key's segments form (specification section 7). */
async function load(queryKey: readonly unknown[], signal: AbortSignal): Promise<unknown> {
  const response = await request(queryKey.join('/'), { method: 'GET', signal })
  return readJson(response)
}

/**
 * The query cache. No retries, and nothing becomes stale but the application, which is refetched on window focus
 * (specification sections 7 and 9).
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => load(queryKey, signal),
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        // Offline queries fail at once instead of pausing.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  client.setQueryDefaults(queryFor('GET /api/application').queryKey, {
    staleTime: PREFETCH_FRESH_MS,
    refetchOnWindowFocus: 'always',
  })
  return client
}
