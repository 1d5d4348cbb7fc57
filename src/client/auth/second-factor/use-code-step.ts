import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#domain/api/auth.ts'
import { call } from '#client/lib/api.ts'
import { toast } from '#client/ui/toast-store.ts'
import { tellTabs } from '../tabs.ts'
import { userQuery } from '../user-query.ts'

/** Finishing a sign-in that waits for the second factor, or giving it up. */
export function useCodeStep() {
  const client = useQueryClient()
  const become = (user: SessionUser | null) => {
    // An answer that is on its way knows less.
    void client.cancelQueries({ queryKey: userQuery.queryKey })
    client.setQueryData(userQuery.queryKey, user)
    tellTabs({ kind: 'changed' })
  }
  const give = useMutation({
    mutationFn: (code: string) => call('POST /api/account/second-factor/code', { body: { code } }),
    onSuccess: (user) => {
      become(user)
      toast({ title: 'Welcome back!', description: 'You have been successfully logged in.' })
    },
  })
  const giveUp = useMutation({
    mutationFn: () => call('POST /api/logout'),
    onSettled: () => become(null),
  })
  return { give, giveUp }
}
