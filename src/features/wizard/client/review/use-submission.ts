import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ProblemError } from '#base/rules/api/problem.ts'
import { callIdempotent, reconcileLostResponse } from '#base/client/lib/call-idempotent.ts'
import { ApiError, call, NetworkError } from '#base/client/lib/api.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { applicationQuery } from '../saving/use-application.ts'

const GENERAL = 'Failed to submit application. Please try again.'

/** Rejections with their own message: retrying alone would not help. */
const refusedForGood: ReadonlySet<string | undefined> = new Set(['incomplete', 'not-editable'])

/** The error as text. */
function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) {
    return `${GENERAL} ${error.online ? 'We can’t be reached right now' : 'You seem to be offline'}. Your answers are saved.`
  }
  const problem = error instanceof ApiError ? error.problem : null
  return refusedForGood.has(problem?.code) && problem ? problem.detail : GENERAL
}

export interface Submission {
  submitting: boolean
  /** Answers that the server found missing, by step. */
  missing: readonly ProblemError[]
  /** Increases with each attempt. */
  attempt: number
  submit: () => void
}

/**
 * Submits the application (specification section 4); after a lost response, checks whether it arrived before reporting
 * an error. A second click while it is running does nothing.
 *
 * @param ready returns whether all earlier changes are saved
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
    // The page may show older answers than those that the server validated.
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
