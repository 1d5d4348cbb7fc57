import { useMutation } from '@tanstack/react-query'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { call, detailOr } from '#base/client/lib/api.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { session } from '#features/access/client/session.ts'

/** The text if the server has none (specification section 8). */
export const CHANGE_FAILED = 'Failed to change password'

/**
 * Changes the password with toasts.
 *
 * @returns the updated user, who has no pending password change
 */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: BodyOf<'POST /api/change-password'>) => call('POST /api/change-password', { body }),
    onSuccess: (user) => {
      session.setUser(user)
      toast({ title: 'Password Changed', description: 'Your password has been updated successfully.' })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Error', description: detailOr(error, CHANGE_FAILED) })
    },
  })
}
