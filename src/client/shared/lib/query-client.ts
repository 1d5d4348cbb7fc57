import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, ContractKey, ParamsOf, QueryOf } from '#domain/api/contract.ts'
import type { ApiError } from './api-error.ts'
import { addressOf } from './api.ts'
import { readJson, request } from './request.ts'

type ReadKey = Extract<ContractKey, `GET ${string}`>

/**
 * What to read, for `useQuery` and the cache: `useQuery(queryFor('GET /api/application'))`. The key is the path; the
 * client's default way of loading does the rest.
 */
export function queryFor<Key extends ReadKey>(
  key: Key,
  input: { params?: ParamsOf<Key>; query?: QueryOf<Key> } = {},
) {
  const path = key.slice('GET '.length)
  return queryOptions<AnswerOf<Key>, ApiError>({ queryKey: [addressOf(path, input.params, input.query)] })
}

/** So long an application that was asked for ahead of its page is not asked for again by the page itself, in milliseconds. */
const AHEAD_MS = 5_000

/** Loads by GET from the path that the segments of a query's key make (specification section 7). */
async function load(queryKey: readonly unknown[], signal: AbortSignal): Promise<unknown> {
  const response = await request(queryKey.join('/'), { method: 'GET', signal })
  return readJson(response)
}

/**
 * The cache of what was loaded. Nothing is tried again by itself, nothing grows stale, except the application, which
 * is asked for again whenever the window gets the focus (specification sections 7 and 9).
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => load(queryKey, signal),
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        // Asked without a network, the answer is that there is none, not silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  client.setQueryDefaults(queryFor('GET /api/application').queryKey, {
    staleTime: AHEAD_MS,
    refetchOnWindowFocus: 'always',
  })
  return client
}
