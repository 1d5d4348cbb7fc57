import type { QueryClient } from '@tanstack/react-query'
import type { Application } from '#features/applications/api/application.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { etagOf, type Versioned } from '#base/rules/api/etag.ts'
import { call } from '#base/client/lib/api.ts'
import { readJson, request } from '#base/client/lib/request.ts'
import { applicationQuery } from './use-application.ts'

type Body = BodyOf<'PUT /api/application'>

/** What a step may save. */
export type ApplicationPatch = Omit<Body, 'currentStep'>

/** The stored application: the cached copy and the calls that update it. */
export interface ApplicationApi {
  /** The newest application that this page knows. */
  known: () => Application
  put: (body: Body, seen: Versioned, draft?: boolean) => Promise<Application>
  /** Saves as the page closes: the request outlives the page. Null where it failed. */
  putOnUnload: (patch: ApplicationPatch, seen: readonly Versioned[]) => Promise<Application | null>
  reload: () => Promise<Application>
}

export function applicationApi(client: QueryClient): ApplicationApi {
  const { queryKey } = applicationQuery
  // The cached object itself, so that components do not render again.
  const store = (saved: Application) => client.setQueryData(queryKey, saved) ?? saved
  return {
    known: () => {
      const known = client.getQueryData(queryKey)
      if (known === undefined) throw new Error('The application is not loaded')
      return known
    },
    put: async (body, seen, draft = false) => {
      // A pending response is older than this save.
      await client.cancelQueries({ queryKey })
      const query = draft ? { draft: '1' as const } : {}
      return store(await call('PUT /api/application', { body, query, ifMatch: etagOf(seen) }))
    },
    putOnUnload: async (patch, seen) => {
      try {
        const response = await request('/api/application?draft=1', {
          method: 'PUT',
          headers: { 'content-type': 'application/json', 'if-match': seen.map(etagOf).join(', ') },
          body: JSON.stringify(patch),
          keepalive: true,
        })
        return store((await readJson(response)) as Application)
      } catch {
        return null
      }
    },
    reload: () => client.query({ ...applicationQuery, staleTime: 0 }),
  }
}

/** Runs saves of the application one at a time: each starts from the result of the previous one. */
export function enqueueSave<Result>(client: QueryClient, save: () => Promise<Result>): Promise<Result> {
  const mutation = client.getMutationCache().build<Result, Error, void, unknown>(client, {
    mutationKey: SAVES,
    scope: { id: 'application' },
    networkMode: 'always',
    mutationFn: save,
  })
  return mutation.execute()
}

/** Whether a save is running or queued. */
export function isSaving(client: QueryClient): boolean {
  return client.isMutating({ mutationKey: SAVES }) > 0
}

const SAVES = ['save application']
