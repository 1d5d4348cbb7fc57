import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { leftOutReasons } from '#features/applications/rules/annual-reviews.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import type { LeftOut, useNotification } from './use-notification.ts'

type NotifyDialogProps = {
  notification: ReturnType<typeof useNotification>
  ids: ReadonlySet<string>
}

/** Previews the mail to clients about their annual review. */
export function NotifyDialog({ notification, ids }: NotifyDialogProps) {
  const { asking, send, cancel, isPending } = notification
  const { mail, setMail } = notification
  if (asking === null) return null
  return (
    <FormDialog
      key={String(asking.again)}
      size="normal"
      title={asking.again ? 'Email them again?' : 'Notify for Annual Review'}
      description={
        asking.again ? asking.why : 'Clients whose review is neither due nor upcoming are skipped.'
      }
      submitLabel={asking.again ? 'Send again' : 'Notify'}
      focusSubmit={!asking.again}
      pending={isPending}
      pendingLabel="Sending..."
      onSubmit={() => send(asking.again)}
      onCancel={cancel}
    >
      <MailPreview
        upcoming={{
          call: 'POST /api/admin/annual-reviews/notify',
          // The server checks for a recent mail when it sends one.
          body: { applicationIds: [...ids], again: true, mail },
        }}
        edit={{ mail, onChange: setMail }}
      />
    </FormDialog>
  )
}

/** Lists the selected clients that were not notified, and why. */
export function LeftOutNotice({ leftOut, onClose }: { leftOut: LeftOut; onClose: () => void }) {
  if (leftOut.length === 0) return null
  return (
    <Notice
      tone="info"
      live="status"
      className="mt-6"
      title={`Skipped: ${leftOut.length === 1 ? '1 client' : `${leftOut.length} clients`}`}
      action={
        <Button size="small" tone="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul>
        {leftOut.map(({ id, name, why }) => (
          <li key={id}>{`${name}: ${leftOutReasons[why]}`}</li>
        ))}
      </ul>
    </Notice>
  )
}
