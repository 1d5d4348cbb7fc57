import type { QueryClient } from '@tanstack/react-query'
import type { Application } from '#domain/api/application.ts'
import { etagOf } from '#domain/api/etag.ts'
import { call } from '#client/shared/lib/api.ts'
import { readJson, request } from '#client/shared/lib/request.ts'
import type { LastWords, SavePorts } from './save-application.ts'
import { applicationQuery } from './use-application.ts'

/** The cache and the API, as a save reaches them. */
export interface ApplicationPorts extends SavePorts {
  /** Sends what a page that goes still holds; the request outlives the page. Null where it was not taken. */
  putLast: (words: LastWords) => Promise<Application | null>
}

export function portsOf(client: QueryClient): ApplicationPorts {
  const { queryKey } = applicationQuery
  // The very object that the cache keeps: whoever shows it does not begin again when the cache tells of it.
  const keep = (saved: Application) => client.setQueryData(queryKey, saved) ?? saved
  return {
    known: () => {
      const known = client.getQueryData(queryKey)
      if (known === undefined) throw new Error('The application is not loaded')
      return known
    },
    put: async (body, seen, draft = false) => {
      // An answer that is on its way was overtaken by this save.
      await client.cancelQueries({ queryKey })
      const query = draft ? { draft: '1' as const } : {}
      return keep(await call('PUT /api/application', { body, query, ifMatch: etagOf(seen) }))
    },
    putLast: async ({ patch, seen }) => {
      try {
        const answer = await request('/api/application?draft=1', {
          method: 'PUT',
          headers: {
            'content-type': 'application/json',
            'if-match': seen.map(etagOf).join(', '),
          },
          body: JSON.stringify(patch),
          keepalive: true,
        })
        // The contract's answer, as of every save.
        return keep((await readJson(answer)) as Application)
      } catch {
        return null
      }
    },
    reload: () => client.query({ ...applicationQuery, staleTime: 0 }),
  }
}
