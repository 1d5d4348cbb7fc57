import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { LetterRun, ManagerLetter } from '#features/signing/api/letters.ts'
import { isLetterDone } from '#features/signing/rules/letter/run.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { useRefreshLetters } from './use-letters.ts'

const POLL_MS = 1000

const runQuery = queryFor('GET /api/firm/letters/run')

/** Letters that servers generate in the background. */
export interface Generation {
  /** The open run, or the latest one. */
  run: LetterRun | null
  isRunning: boolean
  start: (managers: readonly ManagerLetter[]) => void
}

/** Starts the generation of letters, and polls its progress until it ends, also where another user started it. */
export function useLetterRun(templateVersion: number): Generation {
  const client = useQueryClient()
  const refresh = useRefreshLetters()
  const { data } = useQuery({
    ...runQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOpen(state.data?.run) ? POLL_MS : false),
  })
  const run = data?.run ?? null
  const begin = useMutation({
    mutationFn: (managers: readonly ManagerLetter[]) =>
      callIdempotent('POST /api/firm/letters', {
        body: {
          managerIds: managers.map(({ id }) => id),
          templateVersion,
          replaceUploaded: managers.some(({ letter }) => letter === 'uploaded'),
        },
      }),
    onSuccess: (started) => client.setQueryData(runQuery.queryKey, { run: started }),
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.code === 'letters-running')
        void client.invalidateQueries({ queryKey: runQuery.queryKey })
      toast({ variant: 'destructive', title: 'No letter was generated', description: detailOf(error) })
    },
  })
  const isRunning = isOpen(run)
  const followed = useRef<string | null>(null)
  const notifyEnded = useEffectEvent((id: string) => {
    refresh()
    const made = run?.id === id ? doneCount(run) : 0
    if (made === 0) return
    toast({
      title: made === 1 ? 'Letter generated' : `${made} letters generated`,
      description: 'Clients get it from now on.',
    })
  })
  const runningId = isRunning && run !== null ? run.id : null
  useEffect(() => {
    if (followed.current !== null && followed.current !== runningId) notifyEnded(followed.current)
    followed.current = runningId
  }, [runningId])
  return { run, isRunning: isRunning || begin.isPending, start: (managers) => begin.mutate(managers) }
}

/** Reads the progress again, for a run that the server started. */
export function useFollowRun(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: runQuery.queryKey })
}

function isOpen(run: LetterRun | null | undefined): boolean {
  return run?.endedAt === null
}

/** Letters that are up to date after a run. */
function doneCount(run: LetterRun | null): number {
  return [...isLetterDone].reduce((sum, outcome) => sum + (run?.outcomes[outcome] ?? 0), 0)
}

/** Letters of a run that have a result. */
export function finishedCount({ outcomes }: LetterRun): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0)
}
