import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { JudgedItemView } from '#features/corrections/api.ts'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { tasks } from '#features/due-diligence/rules/tasks.ts'
import { usePackActions } from '#features/due-diligence/client/staff/use-pack.ts'
import { useCorrectionActs } from '#features/corrections/client/staff/use-corrections.ts'
import { whyText } from '#features/applications/rules/round/reasons.ts'
import { usualDueDay } from '#features/applications/rules/round/rounds.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import type { DraftRequest } from './use-draft-request.ts'

export type Requested = {
  application: ReviewedApplication
  pack: ReviewedPack | undefined
  /** Stored on the server, shared by all staff. */
  basket: readonly JudgedItemView[]
  /** FICA checks, in this tab. */
  draft: DraftRequest
}

type SendDialogProps = Requested & {
  /** How many checks the client has not sent. */
  missing: number
  /** How many things are asked for. */
  count: number
  onClose: () => void
}

/** The one request to the client, as it will be sent. */
export function SendDialog(props: SendDialogProps) {
  const { application, basket, count, onClose } = props
  const [dueOn, setDueOn] = useState(() => usualDueDay(new Date()))
  const [mail, setMail] = useState<EditedMail>()
  const isWrong = dueOn === '' || dueOn < dayOf(new Date())
  const { checks, send, isPending } = useSending(props, { dueOn, mail })
  const params = { id: application.id }
  return (
    <FormDialog
      size="normal"
      title="Send to client"
      description={`The client will receive ${checks !== null && basket.length > 0 ? 'two emails, one about FICA checks' : 'one email'} (no personal details).${application.status === 'submitted' && basket.length > 0 ? ' The status changes to Under Review.' : ''}`}
      submitLabel={`Send ${count} ${count === 1 ? 'request' : 'requests'}`}
      pending={isPending}
      pendingLabel="Sending..."
      onSubmit={() => {
        // An error is shown, and the dialog stays with what was typed in it.
        if (!isWrong) send().then(onClose, () => undefined)
      }}
      onCancel={onClose}
    >
      <RequestRows {...props} />
      <TextInput
        type="date"
        name="dueOn"
        label="Reply by"
        width="medium"
        value={dueOn}
        min={dayOf(new Date())}
        onChange={({ target }) => setDueOn(target.value)}
        error={isWrong ? 'Please choose a date that has not passed' : undefined}
      />
      {basket.length === 0 ? null : (
        <MailPreview
          // Removed items leave the mail preview.
          key={basket.map(({ id }) => id).join(' ')}
          upcoming={
            isWrong
              ? null
              : { call: 'POST /api/admin/applications/{id}/corrections/send', params, body: { dueOn, mail } }
          }
          edit={{ mail, onChange: setMail }}
        />
      )}
      {checks === null ? null : (
        <MailPreview
          key={JSON.stringify(checks.again)}
          label={basket.length === 0 ? undefined : 'Email about FICA checks'}
          upcoming={
            isWrong ? null : { call: 'POST /api/admin/applications/{id}/pack/ask', params, body: checks }
          }
        />
      )}
    </FormDialog>
  )
}

/** The calls that send a request: one about FICA checks, one about the rest. */
function useSending(
  { application: { id }, pack, basket, draft }: Requested,
  { dueOn, mail }: { dueOn: string; mail: EditedMail | undefined },
) {
  const acts = useCorrectionActs(id)
  const { ask } = usePackActions(id)
  const again = draft.again.map((check) => ({
    ...check,
    version: pack?.tasks.find(({ task }) => task === check.task)?.declarations[0]?.version ?? 0,
  }))
  const isAsking = again.length > 0 || draft.withMissing
  const checks = isAsking ? { dueOn, ...(again.length > 0 && { again }) } : null
  const send = async () => {
    if (checks !== null) {
      await ask.mutateAsync(checks)
      draft.forget()
    }
    if (basket.length > 0) await acts.send.mutateAsync({ dueOn, mail })
  }
  return { checks, send, isPending: ask.isPending || acts.send.isPending }
}

/** Everything that is asked for, each with a button that removes it. */
function RequestRows({ application: { id }, basket, draft, missing }: SendDialogProps) {
  const { removeItem } = useCorrectionActs(id)
  return (
    <ul className="border-t border-hairline">
      {basket.map(({ id: itemId, subject, reason, comment }) => (
        <RequestRow
          key={itemId}
          title={subject.kind === 'question' ? subject.question : subjectLabel(subject)}
          label={subjectLabel(subject)}
          why={whyText(reason, comment)}
          onRemove={() => removeItem.mutate(itemId)}
        />
      ))}
      {draft.again.map(({ task, reason, comment }) => (
        <RequestRow
          key={task}
          title={tasks[task].label}
          label={tasks[task].label}
          why={whyText(reason, comment ?? null)}
          onRemove={() => draft.remove(task)}
        />
      ))}
      {draft.withMissing && missing > 0 ? (
        <RequestRow
          title={missing === 1 ? '1 missing FICA check' : `${missing} missing FICA checks`}
          label="Missing FICA checks"
          why={null}
          onRemove={() => draft.setWithMissing(false)}
        />
      ) : null}
    </ul>
  )
}

type RequestRowProps = { title: string; label: string; why: string | null; onRemove: () => void }

function RequestRow({ title, label, why, onRemove }: RequestRowProps) {
  return (
    <li className="flex items-start gap-3 border-b border-hairline py-2">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">{title}</p>
        <p className="text-sm text-ink-soft wrap-anywhere">{why}</p>
      </div>
      <button
        type="button"
        aria-label={`Remove: ${label}`}
        className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </button>
    </li>
  )
}
