import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MAX_CHECK_REASON, isOpenCheck, type CheckDecision } from '#features/review/rules/checks.ts'
import type { ReviewedCheck } from '#features/review/api/staff-applications.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { controlClasses } from '#base/client/ui/field.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { CheckText } from '#features/review/client/checks/check-text.tsx'
import { reviewedQuery, timelineKey } from '#features/review/client/status/use-status-change.ts'

/** Recorded where staff give no reason of their own. */
const REASONS = { accepted: 'Checked: the answer stays as it is.', reopened: 'To be checked again.' } as const

type CheckItemProps = {
  applicationId: string
  check: ReviewedCheck
  /** The answer. */
  text: string
  /** Undefined where nothing can be asked. */
  onAsk: (() => void) | undefined
}

/** A failed check of an answer: ask the client, or mark it as checked; a decided one can be opened again. */
export function CheckItem({ applicationId, check, text, onAsk }: CheckItemProps) {
  const { path } = check
  const label = labelOf(path)
  const isOpen = isOpenCheck(check)
  const [reason, setReason, forget] = useNoteDraft(`check/${applicationId}/${path}/${check.check}`)
  const decide = useDecision(applicationId, check)
  const settle = (decision: 'accepted' | 'reopened') =>
    decide.mutate({ decision, reason: reason.trim() || REASONS[decision] }, { onSuccess: forget })
  return (
    <li className={isOpen ? 'check-item check-open' : 'check-item'}>
      <p>
        <span className="font-semibold">{label}</span>
        <span>{` ${text}`}</span>
      </p>
      <CheckText check={check} className="text-sm" />
      <Allowed to="check.settle">
        <div className="decision-outcomes mt-1">
          <input
            name={`check-${path}`}
            aria-label={`Reason: ${label}`}
            placeholder="Why, if it helps"
            maxLength={MAX_CHECK_REASON}
            className={controlClasses(false, 'min-h-9! min-w-0 flex-[1_1_100%] py-0! text-sm')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          {isOpen && onAsk !== undefined ? (
            <Button size="small" tone="quiet" aria-label={`Ask the client: ${label}`} onClick={onAsk}>
              Ask the client
            </Button>
          ) : null}
          <Button
            size="small"
            tone="quiet"
            aria-label={isOpen ? `Mark as checked: ${label}` : `Reopen: ${label}`}
            pending={decide.isPending}
            onClick={() => settle(isOpen ? 'accepted' : 'reopened')}
          >
            {isOpen ? 'Mark as checked' : 'Reopen'}
          </Button>
        </div>
      </Allowed>
    </li>
  )
}

/** Sends a decision. If refused, the application is refetched, and the reason stays. */
function useDecision(id: string, { path, check, about, settlement }: ReviewedCheck) {
  const client = useQueryClient()
  const { queryKey } = reviewedQuery(id)
  return useMutation({
    mutationFn: (decided: { decision: CheckDecision; reason: string }) =>
      callIdempotent('POST /api/admin/applications/{id}/checks', {
        params: { id },
        body: { path, check, about, seen: settlement?.id ?? null, ...decided },
      }),
    onSuccess: (application) => {
      client.setQueryData(queryKey, application)
      void client.invalidateQueries({ queryKey: timelineKey(id) })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
      void client.invalidateQueries({ queryKey })
    },
  })
}
