import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewedCheck } from '#features/review/api/staff-applications.ts'
import {
  checkDecisions,
  isOpenCheck,
  MAX_CHECK_REASON,
  type CheckDecision,
} from '#features/review/rules/checks.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { reviewedQuery, timelineKey } from '../status/use-status-change.ts'

type SettleDialogProps = { applicationId: string; check: ReviewedCheck; onClose: () => void }

const settling = ['accepted', 'to-correct'] as const

const hints = {
  accepted: 'The answer is correct, or good enough.',
  'to-correct': 'The client has to change it. Use the flag next to the answer to request this.',
} as const satisfies Record<(typeof settling)[number], string>

/** Settles an open check with a decision and a reason, or reopens a settled one. */
export function SettleDialog({ applicationId, check, onClose }: SettleDialogProps) {
  const { path, message } = check
  const reopening = !isOpenCheck(check)
  const [chosen, setChosen] = useState<CheckDecision | null>(reopening ? 'reopened' : null)
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const decide = useDecision(applicationId, check, onClose)
  const label = reopening ? 'Reopen check' : 'Settle check'
  return (
    <FormDialog
      size="normal"
      title={`${label}: ${labelOf(path)}`}
      description={message}
      submitLabel={label}
      pending={decide.isPending}
      pendingLabel="Saving..."
      onSubmit={() => {
        setSubmitted(true)
        const given = reason.trim()
        if (chosen !== null && given !== '') decide.mutate({ decision: chosen, reason: given })
      }}
      onCancel={onClose}
    >
      {decide.error === null ? null : (
        <Notice tone="danger" live="alert">
          {detailOf(decide.error)}
        </Notice>
      )}
      {reopening ? null : (
        <RadioGroup
          label="Decision"
          name="decision"
          options={settling.map((value) => ({
            value,
            label: checkDecisions[value],
            hint: hints[value],
          }))}
          value={chosen}
          onValueChange={(value) => setChosen(settling.find((one) => one === value) ?? null)}
          error={submitted && chosen === null ? 'Please choose a decision' : undefined}
        />
      )}
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        hint="Staff only, with your name. Clients never see it."
        maxLength={MAX_CHECK_REASON}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={submitted && reason.trim() === '' ? 'Please give a reason' : undefined}
        data-autofocus={reopening ? '' : undefined}
      />
    </FormDialog>
  )
}

/** Sends a decision. If refused, the application is refetched and the dialog keeps the reason. */
function useDecision(id: string, { path, check, about, settlement }: ReviewedCheck, onSaved: () => void) {
  const client = useQueryClient()
  const { queryKey } = reviewedQuery(id)
  return useMutation({
    mutationFn: (decided: { decision: CheckDecision; reason: string }) =>
      callIdempotent('POST /api/admin/applications/{id}/checks', {
        params: { id },
        body: { path, check, about, seen: settlement?.id ?? null, ...decided },
      }),
    onSuccess: (application, { decision }) => {
      client.setQueryData(queryKey, application)
      void client.invalidateQueries({ queryKey: timelineKey(id) })
      onSaved()
      toast({ title: decision === 'reopened' ? 'Check reopened' : 'Check settled' })
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}
