import { useMutation } from '@tanstack/react-query'
import { act } from '#client/lib/act.ts'
import { Button, type ButtonTone } from '#client/ui/button.tsx'
import { CredentialsDialog } from './credentials-dialog.tsx'
import { tellFailure } from './task-dialogs.tsx'
import { useNewCredentials } from './use-new-credentials.ts'

type ResendInvitationProps = {
  applicationId: string
  tone: ButtonTone
  /** Reads the application again. */
  onResent: () => void
}

/** Invites a client again who has never signed in, and shows the new credentials until somebody has them. */
export function ResendInvitation({ applicationId, tone, onResent }: ResendInvitationProps) {
  const credentials = useNewCredentials()
  const resend = useMutation({
    mutationFn: () => act('POST /api/admin/applications/{id}/invitation', { params: { id: applicationId } }),
    onSuccess: (renewed) => {
      credentials.show({ ...renewed, why: 'renewed' })
      onResent()
    },
    onError: (error) => {
      tellFailure(error, 'Failed to resend the invitation')
      onResent()
    },
  })
  return (
    <>
      <Button
        size="small"
        tone={tone}
        pending={resend.isPending}
        pendingLabel="Sending..."
        onClick={() => resend.mutate()}
      >
        Resend Invitation
      </Button>
      <CredentialsDialog credentials={credentials} />
    </>
  )
}
