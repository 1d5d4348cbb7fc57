import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Button, type ButtonTone } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { CredentialsDialog } from './credentials-dialog.tsx'
import { notifyFailure } from './task-dialogs.tsx'
import { useNewCredentials } from './use-new-credentials.ts'

type ResendInvitationProps = {
  applicationId: string
  tone: ButtonTone
  /** Refetches the application. */
  onResent: () => void
  /** Whether the client was not invited before. */
  isFirst?: boolean
}

/**
 * Invites a client again who has never signed in: previews the mail, and shows the new credentials until acknowledged.
 */
export function ResendInvitation({ applicationId, tone, onResent, isFirst = false }: ResendInvitationProps) {
  const label = isFirst ? 'Send Invitation' : 'Resend Invitation'
  const credentials = useNewCredentials()
  const [asking, setAsking] = useState(false)
  const [mail, setMail] = useState<EditedMail>()
  const close = () => {
    setAsking(false)
    setMail(undefined)
  }
  const resend = useMutation({
    mutationFn: () =>
      callIdempotent('POST /api/admin/applications/{id}/invitation', {
        params: { id: applicationId },
        body: { mail },
      }),
    onSuccess: (renewed) => {
      close()
      credentials.show({ ...renewed, why: isFirst ? 'invited' : 'renewed' })
      onResent()
    },
    onError: (error) => {
      notifyFailure(error, isFirst ? 'Failed to send the invitation' : 'Failed to resend the invitation')
      onResent()
    },
  })
  return (
    <>
      <Button size="small" tone={tone} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? (
        <FormDialog
          size="normal"
          title={label}
          description={
            isFirst
              ? 'The client gets a temporary password.'
              : 'The client gets a new temporary password. The old one stops working.'
          }
          submitLabel={label}
          focusSubmit
          pending={resend.isPending}
          pendingLabel="Sending..."
          onSubmit={() => resend.mutate()}
          onCancel={close}
        >
          <MailPreview
            upcoming={{
              call: 'POST /api/admin/applications/{id}/invitation',
              params: { id: applicationId },
              body: { mail },
            }}
            edit={{ mail, onChange: setMail }}
          />
        </FormDialog>
      ) : null}
      <CredentialsDialog credentials={credentials} />
    </>
  )
}
