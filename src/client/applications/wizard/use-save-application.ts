import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { ApiError, call, detailOf } from '#client/lib/api.ts'
import { saveApplication, type Save, type SaveOutcome, type SavePorts } from './save-application.ts'
import { applicationQuery } from './use-application.ts'

/** The cache and the API, as a save reaches them. */
export function portsOf(client: QueryClient): SavePorts {
  const { queryKey } = applicationQuery
  return {
    known: () => {
      const known = client.getQueryData(queryKey)
      if (known === undefined) throw new Error('The application is not loaded')
      return known
    },
    put: async (body, ifMatch) => {
      // An answer that is on its way was overtaken by this save.
      await client.cancelQueries({ queryKey })
      const saved = await call('PUT /api/application', { body, ifMatch })
      client.setQueryData(queryKey, saved)
      return saved
    },
    reload: () => client.query({ ...applicationQuery, staleTime: 0 }),
  }
}

/** A save as people see it end: also when nothing can be changed any more, because the application was submitted. */
export type Saved = SaveOutcome | { kind: 'closed'; reason: string }

/**
 * Saves answers of the application, one save after the other, and puts what the server made of them into the cache.
 * Never throws: a failure is an outcome. When the application is closed it is loaded again, so that the page shows what
 * became of it.
 */
export function useSaveApplication(): (save: Save) => Promise<Saved> {
  const client = useQueryClient()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(
    async (save) => {
      const turn = queue.current.then(() => saveApplication(portsOf(client), save))
      queue.current = turn
      const outcome = await turn
      if (outcome.kind !== 'failed' || !isNotEditable(outcome.error)) return outcome
      await client.invalidateQueries({ queryKey: applicationQuery.queryKey })
      return { kind: 'closed', reason: detailOf(outcome.error) }
    },
    [client],
  )
}

function isNotEditable(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'not-editable'
}
