import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#domain/api/auth.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import { call, detailOf } from '#client/lib/api.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Session } from './use-session.ts'
import { tellTabs } from './tabs.ts'
import { userQuery } from './user-query.ts'

function tellFailure(title: string) {
  return (error: Error) => {
    toast({ variant: 'destructive', title, description: detailOf(error) })
  }
}

/**
 * Signing in, registering and signing out, with the notifications of specification section 8.
 *
 * @param changed told when somebody signed in or out on purpose
 */
export function useSessionCalls(changed: () => void): Pick<Session, 'signIn' | 'register' | 'signOut'> {
  const client = useQueryClient()
  const become = (user: SessionUser | null) => {
    // An answer that is on its way knows less.
    void client.cancelQueries({ queryKey: userQuery.queryKey })
    client.setQueryData(userQuery.queryKey, user)
    tellTabs({ kind: 'changed' })
    changed()
  }
  const signIn = useMutation({
    mutationFn: (body: BodyOf<'POST /api/login'>) => call('POST /api/login', { body }),
    onSuccess: (user) => {
      become(user)
      if (user.secondFactor === 'due') return
      toast({ title: 'Welcome back!', description: 'You have been successfully logged in.' })
    },
    onError: tellFailure('Login failed'),
  })
  const register = useMutation({
    mutationFn: (body: BodyOf<'POST /api/register'>) => call('POST /api/register', { body }),
    onSuccess: (user) => {
      become(user)
      toast({ title: 'Account created!', description: 'Your account has been successfully created.' })
    },
    onError: tellFailure('Registration failed'),
  })
  const signOut = useMutation({
    mutationFn: () => call('POST /api/logout'),
    onSuccess: () => {
      become(null)
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
    },
    onError: tellFailure('Logout failed'),
  })
  return { signIn, register, signOut }
}
