import { useMutation } from '@tanstack/react-query'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, call } from '#base/client/lib/api.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { session } from '#features/access/client/session.ts'

/** A rejected link is useless; one without a response may still work. */
export function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

/**
 * Confirms an address by the mailed link.
 *
 * @param forget called when the link has become useless
 */
export function useConfirmation(forget: () => void) {
  return useMutation({
    mutationFn: (token: string) => call('POST /api/confirm-address', { body: { token } }),
    onSuccess: (user) => {
      session.setUser(user)
      forget()
      toast({ title: 'Email address confirmed', description: 'You can now submit your application.' })
    },
    onError: (error) => {
      if (isRefused(error)) forget()
    },
  })
}

/**
 * Requests another mail.
 *
 * @param reload reloads the session: the address may be confirmed by now
 */
export function useAnotherMail(reload: () => void) {
  return useMutation({
    mutationFn: () => callIdempotent('POST /api/confirm-address/mail'),
    onError: (error) => {
      if (isRefused(error)) reload()
    },
  })
}
