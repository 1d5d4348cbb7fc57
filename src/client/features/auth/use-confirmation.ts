import { useMutation } from '@tanstack/react-query'
import { act } from '#client/shared/lib/act.ts'
import { ApiError, call } from '#client/shared/lib/api.ts'
import { toast } from '#client/ui/toast-store.ts'
import { session } from './session.ts'

/** A link that the server has refused is of no use; one that it did not answer about may be. */
export function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

/** Confirming one's address by the link that was mailed. @param forget told when the link is of no further use */
export function useConfirmation(forget: () => void) {
  return useMutation({
    mutationFn: (token: string) => call('POST /api/confirm-address', { body: { token } }),
    onSuccess: (user) => {
      session.become(user)
      forget()
      toast({ title: 'Email address confirmed', description: 'You can now start your application.' })
    },
    onError: (error) => {
      if (isRefused(error)) forget()
    },
  })
}

/** Having the link mailed again. @param look asks how one stands: the address may be confirmed by now */
export function useAnotherMail(look: () => void) {
  return useMutation({
    mutationFn: () => act('POST /api/confirm-address/mail'),
    onError: (error) => {
      if (isRefused(error)) look()
    },
  })
}
