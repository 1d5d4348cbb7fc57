import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewDueText } from '#features/applications/rules/annual-reviews.ts'
import type { AnnualReview } from '#features/annual-reviews/api.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'
import { nameOf } from '#features/review/client/list/cells.tsx'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { completedReviewsQuery } from '#features/review/client/summary/completed-reviews.tsx'

type CompleteDialogProps = { review: AnnualReview; onClose: () => void }

/** Completes an annual review, which restarts the months. */
export function CompleteDialog({ review, onClose }: CompleteDialogProps) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  /** The question if the review is not due. */
  const [early, setEarly] = useState<string | null>(null)
  const undoOf = useUndo()
  const complete = useMutation({
    mutationFn: (text: string) =>
      callIdempotent('POST /api/admin/annual-reviews/{id}/complete', {
        params: { id: review.id },
        body: { note: text, ...(early !== null && { early: true }) },
      }),
    onSuccess: (completed) => {
      const { nextReviewAt } = completed
      onClose()
      toast({
        title: 'Review Completed',
        description: `The next one is due on ${formatDate(new Date(nextReviewAt))}.`,
        ...undoOf(completed),
      })
      void client.invalidateQueries({ queryKey: applicationListsKey })
      void client.invalidateQueries({ queryKey: completedReviewsQuery(review.id).queryKey })
      void client.invalidateQueries({ queryKey: queryFor('GET /api/admin/annual-review-figures').queryKey })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.code === 'not-due') setEarly(error.detail)
      else toast({ variant: 'destructive', title: 'Update Failed', description: detailOf(error) })
    },
  })
  return (
    <FormDialog
      title="Mark Review Completed"
      description={`The annual review for ${nameOf(review)}, due ${reviewDueText(new Date(review.nextReviewAt), new Date())}.`}
      submitLabel={early === null ? 'Mark Review Completed' : 'Complete anyway'}
      pending={complete.isPending}
      pendingLabel="Saving..."
      onSubmit={() => {
        const text = note.trim()
        setMissing(text === '')
        if (text !== '') complete.mutate(text)
      }}
      onCancel={onClose}
    >
      {early === null ? null : (
        <Notice tone="warning" live="alert">
          {early}
        </Notice>
      )}
      <TextArea
        label="Note"
        name="note"
        hint="What was discussed and decided. Saved with the application."
        maxLength={2000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={missing && note.trim() === '' ? 'Please write a note' : undefined}
        data-autofocus=""
      />
    </FormDialog>
  )
}
