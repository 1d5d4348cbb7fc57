import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accountName } from '#features/access/rules/account-name.ts'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { call, detailOr } from '#base/client/lib/api.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { ConfirmDialog } from '#base/client/ui/dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import type { NewCredentials } from './use-new-credentials.ts'
import type { UserRow } from './use-users.ts'

type TaskDialogProps = { user: UserRow; onClose: () => void; onChanged: () => void }

/** Shows an error toast, with the server's text or the given one. */
export function notifyFailure(error: unknown, otherwise: string): void {
  toast({ variant: 'destructive', title: 'Error', description: detailOr(error, otherwise) })
}

/** Confirms the deletion of a user; if the server refuses, says what to do instead. */
export function DeleteUserDialog({ user, onClose, onChanged }: TaskDialogProps) {
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/system-admin/users/{id}', { params: { id: user.id } }),
    onSuccess: () => {
      onClose()
      onChanged()
      toast({ title: 'User Deleted', description: `${accountName(user)} has been deleted.` })
    },
    onError: (error) => notifyFailure(error, 'Failed to delete user'),
  })
  return (
    <ConfirmDialog
      open
      title={`Delete ${accountName(user)}?`}
      description="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete User"
      tone="danger"
      pending={remove.isPending}
      pendingLabel="Deleting..."
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      {remove.error ? (
        <Notice tone="danger" live="alert">
          {detailOr(remove.error, 'Failed to delete user')}
        </Notice>
      ) : null}
    </ConfirmDialog>
  )
}

type ResetPasswordDialogProps = TaskDialogProps & {
  /** For users who have never signed in: invites them, or does so again. */
  isInvitation: boolean
  onCredentials: (credentials: NewCredentials) => void
}

/** The same call, as an invitation and as a reset. */
const resetTexts = {
  not_invited: {
    title: 'Invite',
    question: 'We’ll email a temporary password.',
    consequence: 'It works until the user chooses a password of their own.',
    confirm: 'Send Invitation',
    pending: 'Sending...',
    failure: 'Failed to send the invitation',
    why: 'invited',
  },
  invited: {
    title: 'Resend the invitation for',
    question: 'We’ll email a new temporary password.',
    consequence: 'The old one stops working.',
    confirm: 'Resend Invitation',
    pending: 'Sending...',
    failure: 'Failed to resend the invitation',
    why: 'renewed',
  },
  reset: {
    title: 'Reset the password for',
    question: "Are you sure you want to reset this user's password?",
    consequence: 'The current password stops working at once, and the user is signed out everywhere.',
    confirm: 'Reset Password',
    pending: 'Resetting...',
    failure: 'Failed to reset password',
    why: 'reset',
  },
} as const

/** Confirms a password reset, or an invitation. */
export function ResetPasswordDialog({
  user,
  isInvitation,
  onClose,
  onChanged,
  onCredentials,
}: ResetPasswordDialogProps) {
  const invitation = user.status === 'not_invited' ? 'not_invited' : 'invited'
  const texts = resetTexts[isInvitation ? invitation : 'reset']
  const [mail, setMail] = useState<EditedMail>()
  const input = { params: { id: user.id }, body: { mail } }
  const reset = useMutation({
    mutationFn: () => callIdempotent('POST /api/system-admin/users/{id}/reset-password', input),
    onSuccess: ({ username: email, newPassword: temporaryPassword, expiresAt, emailed }) => {
      onClose()
      onChanged()
      onCredentials({ email, temporaryPassword, expiresAt, emailed, why: texts.why })
    },
    onError: (error) => notifyFailure(error, texts.failure),
  })
  return (
    <ConfirmDialog
      open
      title={`${texts.title} ${accountName(user)}?`}
      description={texts.question}
      confirmLabel={texts.confirm}
      pending={reset.isPending}
      pendingLabel={texts.pending}
      size="normal"
      onConfirm={() => reset.mutate()}
      onCancel={onClose}
    >
      <p className="mb-4 text-ink-soft">{texts.consequence}</p>
      <MailPreview
        upcoming={{ call: 'POST /api/system-admin/users/{id}/reset-password', ...input }}
        edit={{ mail, onChange: setMail }}
      />
    </ConfirmDialog>
  )
}
