import { clsx } from 'clsx'
import { Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Corrections } from '#features/corrections/api.ts'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { whyText } from '#features/applications/rules/round/reasons.ts'
import { usualDueDay } from '#features/applications/rules/round/rounds.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { FurtherRequest } from './further-request.tsx'
import { canNote } from './flags.tsx'
import { useCorrectionActs } from './use-corrections.ts'

type DraftRequestBarProps = {
  application: ReviewedApplication
  corrections: Corrections | undefined
  /** Its layout in the scrolling container. */
  className?: string
}

/** The draft correction request at the bottom of the page. It is stored on the server, shared by all staff. */
export function DraftRequestBar({
  application,
  corrections,
  className = '-mx-4 bg-paper px-4 max-lg:data-empty:static sticky bottom-0',
}: DraftRequestBarProps) {
  const acts = useCorrectionActs(application.id)
  const [open, setOpen] = useState(false)
  const may = useMay('correction.ask')
  if (!may || !canNote(application, corrections) || corrections === undefined) return null
  const { basket: draft } = corrections
  return (
    <section
      aria-label="Requests to the client"
      data-requests=""
      data-empty={draft.length === 0 ? '' : undefined}
      className={clsx(
        'z-10 mt-10 flex flex-wrap items-center gap-3 border-t border-hairline py-3',
        className,
      )}
    >
      <p className="grow" role="status">
        {draft.length === 0 ? (
          <span className="text-ink-soft">Flag anything the client needs to correct.</span>
        ) : (
          <strong className="font-semibold">{`${draft.length} ${draft.length === 1 ? 'request' : 'requests'}`}</strong>
        )}
      </p>
      {draft.length === 0 ? null : (
        <Button
          size="small"
          className="sm:order-last"
          icon={<Send aria-hidden="true" className="size-4" />}
          onClick={() => setOpen(true)}
        >
          Send to client
        </Button>
      )}
      <FurtherRequest onNote={(noted) => acts.note.mutate(noted)} />
      {open && draft.length > 0 ? (
        <SendDialog
          {...{ application, basket: draft }}
          onRemoveItem={(itemId) => acts.removeItem.mutate(itemId)}
          isSending={acts.send.isPending}
          // It stays open until the server has accepted what was typed in it.
          onSend={(dueOn, mail) => acts.send.mutate({ dueOn, mail }, { onSuccess: () => setOpen(false) })}
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </section>
  )
}

type SendDialogProps = Pick<DraftRequestBarProps, 'application'> &
  Pick<Corrections, 'basket'> & {
    onRemoveItem: (itemId: string) => void
    isSending: boolean
    onSend: (dueOn: string, mail: EditedMail | undefined) => void
    onCancel: () => void
  }

function SendDialog({
  application,
  basket: draft,
  onRemoveItem,
  isSending,
  onSend,
  onCancel,
}: SendDialogProps) {
  const [dueOn, setDueOn] = useState(() => usualDueDay(new Date()))
  const [mail, setMail] = useState<EditedMail>()
  const isPast = dueOn < dayOf(new Date())
  return (
    <FormDialog
      size="normal"
      title="Send to client"
      description={`The client will receive one email listing these requests (no personal details).${application.status === 'submitted' ? ' The status changes to Under Review.' : ''}`}
      submitLabel={`Send ${draft.length} ${draft.length === 1 ? 'request' : 'requests'}`}
      pending={isSending}
      pendingLabel="Sending..."
      onSubmit={() => {
        if (dueOn !== '' && !isPast) onSend(dueOn, mail)
      }}
      onCancel={onCancel}
    >
      <ul className="border-t border-hairline">
        {draft.map(({ id, subject, reason, comment }) => (
          <li key={id} className="flex items-start gap-3 border-b border-hairline py-2">
            <div className="min-w-0 grow">
              <p className="wrap-anywhere">
                {subject.kind === 'question' ? subject.question : subjectLabel(subject)}
              </p>
              <p className="text-sm text-ink-soft wrap-anywhere">{whyText(reason, comment)}</p>
            </div>
            <button
              type="button"
              aria-label={`Remove: ${subjectLabel(subject)}`}
              className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
              onClick={() => onRemoveItem(id)}
            >
              <Trash2 aria-hidden="true" className="size-4.5" />
            </button>
          </li>
        ))}
      </ul>
      <TextInput
        type="date"
        name="dueOn"
        label="Reply by"
        width="medium"
        value={dueOn}
        min={dayOf(new Date())}
        onChange={({ target }) => setDueOn(target.value)}
        error={dueOn === '' || isPast ? 'Please choose a date that has not passed' : undefined}
      />
      <MailPreview
        // Removed items leave the mail preview.
        key={draft.map(({ id }) => id).join(' ')}
        upcoming={
          dueOn === '' || isPast
            ? null
            : {
                call: 'POST /api/admin/applications/{id}/corrections/send',
                params: { id: application.id },
                body: { dueOn, mail },
              }
        }
        edit={{ mail, onChange: setMail }}
      />
    </FormDialog>
  )
}
