import { useState } from 'react'
import {
  asksForReason,
  COMMENT_MISSING,
  correctionReasons,
  lacksComment,
  REASON_MISSING,
  reasonsFor,
  type CorrectionReason,
} from '#features/applications/rules/round/reasons.ts'
import { MAX_TEXT_LENGTH, type SubjectKind } from '#features/applications/rules/round/subjects.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'

type NoteDialogProps = {
  kind: SubjectKind
  label: string
  reason: CorrectionReason | null
  comment: string
  onNote: (initial: { reason: CorrectionReason; comment?: string }) => void
  onCancel: () => void
}

/** Asks for the reason of a correction. */
export function NoteDialog({ kind, label, onNote, onCancel, ...known }: NoteDialogProps) {
  const [reason, setReason] = useState<string>(known.reason ?? '')
  const [comment, setComment] = useState(known.comment)
  const [submitted, setSubmitted] = useState(false)
  const chosen = reasonsFor[kind].find((one) => one === reason)
  const isSilent = asksForReason(kind) && lacksComment(chosen, comment)
  return (
    <FormDialog
      title={`Ask for a correction: ${label}`}
      submitLabel="Add to request"
      onSubmit={() => {
        setSubmitted(true)
        if (chosen === undefined || isSilent) return
        const initial = comment.trim()
        onNote({ reason: chosen, ...(initial !== '' && { comment: initial }) })
      }}
      onCancel={onCancel}
    >
      <Select
        name="reason"
        label="Why?"
        placeholder="Please choose"
        options={reasonsFor[kind].map((value) => ({ value, label: correctionReasons[value] }))}
        value={reason}
        data-autofocus=""
        onChange={({ target }) => setReason(target.value)}
        error={submitted && chosen === undefined ? REASON_MISSING : undefined}
      />
      <TextArea
        label="Comment"
        name="comment"
        optional={!isSilent}
        rows={3}
        hint="The client sees this next to the request. It isn’t included in any email."
        maxLength={MAX_TEXT_LENGTH}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
        error={submitted && isSilent ? COMMENT_MISSING : undefined}
      />
    </FormDialog>
  )
}
