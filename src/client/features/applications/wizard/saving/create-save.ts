import type { QueryClient } from '@tanstack/react-query'
import { ApiError, detailOf } from '#client/shared/lib/api.ts'
import { portsOf } from './application-ports.ts'
import { saveApplication, type Save, type Saved } from './save-application.ts'
import { applicationQuery } from './use-application.ts'

/**
 * Saves answers of the application and puts what the server made of them into the cache. Never throws: a failure is an
 * outcome. When the application is closed it is loaded again, so that the page shows what became of it.
 */
export function createSave(client: QueryClient): (save: Save) => Promise<Saved> {
  return async (save) => {
    const outcome = await saveApplication(portsOf(client), save)
    if (outcome.kind !== 'failed' || !isNotEditable(outcome.error)) return outcome
    await client.invalidateQueries({ queryKey: applicationQuery.queryKey })
    return { kind: 'closed', reason: detailOf(outcome.error) }
  }
}

function isNotEditable(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'not-editable'
}
