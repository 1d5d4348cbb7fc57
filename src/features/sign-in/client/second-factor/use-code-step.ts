import { useMutation } from '@tanstack/react-query'
import type { SessionUser } from '#features/access/api/auth.ts'
import { call } from '#base/client/lib/api.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { offerPasskey } from '../passkeys/offer-passkey.ts'
import { session } from '#features/access/client/session.ts'

/** Finishes or cancels a sign-in that waits for the second factor. */
export function useCodeStep() {
  const onSuccess = (user: SessionUser) => {
    session.setUser(user)
    if (!user.mustChangePassword) {
      toast({ title: 'Welcome back!', description: 'You have been successfully logged in.' })
    }
  }
  const give = useMutation({
    mutationFn: (code: string) => call('POST /api/account/second-factor/code', { body: { code } }),
    onSuccess: (user: SessionUser) => {
      onSuccess(user)
      offerPasskey(user)
    },
  })
  const givePasskey = useMutation({
    mutationFn: async () => (await import('../passkeys/give-passkey.ts')).givePasskey(),
    onSuccess,
  })
  const giveUp = useMutation({
    mutationFn: () => call('POST /api/logout'),
    onSettled: (answer) => session.setUser(null, answer?.stillSignedInAt),
  })
  return { give, givePasskey, giveUp }
}
