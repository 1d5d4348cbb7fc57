import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { ApiError, call } from '#client/lib/api.ts'
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
    reload: () => client.fetchQuery({ ...applicationQuery, staleTime: 0 }),
  }
}

/**
 * Saves answers of the application, one save after the other, and puts what the server made of them into the cache.
 * Never throws: a failure is an outcome. When the server says that nothing can be changed any more, the application is
 * loaded again, so that the page shows what became of it.
 */
export function useSaveApplication(): (save: Save) => Promise<SaveOutcome> {
  const client = useQueryClient()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(
    async (save) => {
      const turn = queue.current.then(() => saveApplication(portsOf(client), save))
      queue.current = turn
      const outcome = await turn
      if (outcome.kind === 'failed' && isNotEditable(outcome.error)) {
        void client.invalidateQueries({ queryKey: applicationQuery.queryKey })
      }
      return outcome
    },
    [client],
  )
}

function isNotEditable(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'not-editable'
}
