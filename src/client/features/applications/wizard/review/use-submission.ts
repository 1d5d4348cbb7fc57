import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ProblemError } from '#domain/api/problem.ts'
import { callIdempotent, reconcileLostResponse } from '#client/shared/lib/call-idempotent.ts'
import { ApiError, call, NetworkError } from '#client/shared/lib/api.ts'
import { toast } from '#client/ui/toast-store.ts'
import { applicationQuery } from '../saving/use-application.ts'

const GENERAL = 'Failed to submit application. Please try again.'

/** What the server refused with words of its own: trying again alone would not help. */
const refusedForGood: ReadonlySet<string | undefined> = new Set(['incomplete', 'not-editable'])

/** Why it did not go through, in words. */
function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) {
    return `${GENERAL} ${error.online ? 'We can’t be reached right now' : 'You seem to be offline'}. Your answers are saved.`
  }
  const problem = error instanceof ApiError ? error.problem : null
  return refusedForGood.has(problem?.code) && problem ? problem.detail : GENERAL
}

export interface Submission {
  submitting: boolean
  /** What the server found missing, with the step of each. */
  missing: readonly ProblemError[]
  /** Goes up with each attempt. */
  attempt: number
  submit: () => void
}

/**
 * Submits the application (specification section 4); where no answer comes, looks whether it arrived before it says
 * anything. A second press while the first one is under way does nothing.
 *
 * @param ready answers whether everything that was pressed before is saved
 */
export function useSubmission(ready: () => Promise<boolean>): Submission {
  const client = useQueryClient()
  const working = useRef(false)
  const [submitting, setSubmitting] = useState(false)
  const [{ missing, attempt }, setOutcome] = useState<Pick<Submission, 'missing' | 'attempt'>>({
    missing: [],
    attempt: 0,
  })
  const { queryKey } = applicationQuery

  const send = async () => {
    if (!(await ready())) return
    await client.cancelQueries({ queryKey })
    const submitted = await reconcileLostResponse(
      callIdempotent('POST /api/application/submit'),
      async () => {
        const seen = await call('GET /api/application')
        return seen.status === 'draft' ? null : seen
      },
    )
    toast({
      title: 'Application Submitted!',
      description: 'Thank you. We’ll review it and get back to you.',
    })
    client.setQueryData(queryKey, submitted)
  }

  const refused = (error: unknown) => {
    const problem = error instanceof ApiError ? error.problem : null
    toast({ variant: 'destructive', title: 'Submission Failed', description: reasonOf(error) })
    setOutcome((before) => ({ missing: problem?.errors ?? [], attempt: before.attempt + 1 }))
    // What is on the page may be older than what the server judged.
    void client.invalidateQueries({ queryKey })
  }

  const run = async () => {
    if (working.current) return
    working.current = true
    setSubmitting(true)
    try {
      await send()
    } catch (error) {
      refused(error)
    } finally {
      working.current = false
      setSubmitting(false)
    }
  }
  return { submitting, missing, attempt, submit: () => void run() }
}
