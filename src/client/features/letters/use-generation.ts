import { useState } from 'react'
import type { ManagerLetter } from '#domain/api/letters.ts'
import { call, detailOf } from '#client/shared/lib/api.ts'
import { toast } from '#client/ui/toast-store.ts'
import { useStoreManager } from './use-letters.ts'

/** Letters that are being generated. */
export interface Generation {
  progress: { done: number; of: number } | null
  /** Why letters of the last run are missing. */
  problems: readonly string[]
  run: (managers: readonly ManagerLetter[], options?: { replaceUploaded?: boolean }) => Promise<void>
}

/**
 * Generates letters one after another. A run that was interrupted can be started again: letters that are up to date
 * stay.
 */
export function useGeneration(): Generation {
  const [progress, setProgress] = useState<Generation['progress']>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  const store = useStoreManager()
  const run: Generation['run'] = async (managers, { replaceUploaded = false } = {}) => {
    setProblems([])
    const failed: string[] = []
    for (const [done, { id, name }] of managers.entries()) {
      setProgress({ done, of: managers.length })
      try {
        store(await call('POST /api/firm/letters', { body: { managerId: id, replaceUploaded } }))
      } catch (error) {
        failed.push(`${name}: ${detailOf(error)}`)
      }
    }
    setProgress(null)
    setProblems(failed)
    const made = managers.length - failed.length
    if (made > 0) {
      toast({
        title: made === 1 ? 'Letter generated' : `${made} letters generated`,
        description: 'Clients get it from now on.',
      })
    }
  }
  return { progress, problems, run }
}
