import { useState } from 'react'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import type { ErrorItem } from '#base/client/ui/error-items.ts'
import { toast } from '#base/client/ui/toast-store.ts'

/** The field errors of a response; empty for another failure. */
export const errorItemsOf = (error: unknown): ErrorItem[] =>
  error instanceof ApiError
    ? (error.problem?.errors?.map(({ path, message }) => ({ fieldId: path, message })) ?? [])
    : []

/** Errors of fields that are not on the page come last. */
function inPageOrder(errors: readonly ErrorItem[]): ErrorItem[] {
  return errors.toSorted((one, other) => {
    const [first, second] = [one, other].map(({ fieldId }) => document.getElementById(fieldId))
    if (!first || !second) return Number(!first) - Number(!second)
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
}

/**
 * The errors of a task's fields, by the paths of its draft.
 *
 * @param onConflict called when another window has changed the task
 */
export function useFieldErrors(onConflict: () => void) {
  const [errors, setErrors] = useState<readonly ErrorItem[]>([])
  const [attempt, setAttempt] = useState(0)
  return {
    errors,
    /** Changes with each attempt to hand in. */
    attempt,
    attempted: () => setAttempt((count) => count + 1),
    setErrors,
    /** Forgets the error of a field that is changed. */
    clear: (path: string) =>
      setErrors((before) =>
        before.some(({ fieldId }) => fieldId === path)
          ? before.filter(({ fieldId }) => fieldId !== path)
          : before,
      ),
    /** Shows a failed save: beside the fields where it names them. */
    report: (error: unknown) => {
      if (error instanceof ApiError && error.status === 412) {
        toast({
          variant: 'destructive',
          title: 'Changed in another window',
          description: 'This page now shows the newest version. Please check it and continue from there.',
        })
        onConflict()
        return
      }
      const found = errorItemsOf(error)
      if (found.length === 0) {
        toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
      }
      setErrors(inPageOrder(found))
    },
  }
}
