import { useMutation } from '@tanstack/react-query'
import { act } from '#client/lib/act.ts'
import { call, detailOr } from '#client/lib/api.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { NewCredentials } from './use-new-credentials.ts'
import { nameOfUser } from './user-columns.tsx'
import type { UserRow } from './use-users.ts'

type TaskDialogProps = { user: UserRow; onClose: () => void; onChanged: () => void }

/** Says what went wrong, in the server's words or these. */
export function tellFailure(error: unknown, otherwise: string): void {
  toast({ variant: 'destructive', title: 'Error', description: detailOr(error, otherwise) })
}

/** Asks before a user is deleted; where the server refuses, says what to do instead. */
export function DeleteUserDialog({ user, onClose, onChanged }: TaskDialogProps) {
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/system-admin/users/{id}', { params: { id: user.id } }),
    onSuccess: () => {
      onClose()
      onChanged()
      toast({ title: 'User Deleted', description: `${nameOfUser(user)} has been deleted.` })
    },
    onError: (error) => tellFailure(error, 'Failed to delete user'),
  })
  return (
    <ConfirmDialog
      open
      title={`Delete ${nameOfUser(user)}?`}
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

type ResetPasswordDialogProps = TaskDialogProps & { onCredentials: (credentials: NewCredentials) => void }

/** Asks before a password is reset. */
export function ResetPasswordDialog({ user, onClose, onChanged, onCredentials }: ResetPasswordDialogProps) {
  const reset = useMutation({
    mutationFn: () => act('POST /api/system-admin/users/{id}/reset-password', { params: { id: user.id } }),
    onSuccess: ({ username: email, newPassword: temporaryPassword, expiresAt, emailed }) => {
      onClose()
      onChanged()
      onCredentials({ email, temporaryPassword, expiresAt, emailed, why: 'reset' })
    },
    onError: (error) => tellFailure(error, 'Failed to reset password'),
  })
  return (
    <ConfirmDialog
      open
      title={`Reset the password of ${nameOfUser(user)}?`}
      description="Are you sure you want to reset this user's password?"
      confirmLabel="Reset Password"
      pending={reset.isPending}
      pendingLabel="Resetting..."
      onConfirm={() => reset.mutate()}
      onCancel={onClose}
    >
      <p className="text-ink-soft">
        The present password ends at once, and the user is signed out everywhere.
      </p>
    </ConfirmDialog>
  )
}
