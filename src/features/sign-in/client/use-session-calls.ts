import type { SessionUser } from '#features/access/api/auth.ts'
import type { AnswerOf, BodyOf } from '#base/rules/api/contract.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { holdReads } from '#base/client/lib/request.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { requireCookies } from './cookies-blocked.ts'
import { requestApplication } from '#features/access/client/early-application.ts'
import { offerPasskey } from './passkeys/offer-passkey.ts'
import { leaving, session } from '#features/access/client/session.ts'
import { useAsyncAction } from '#base/client/form/use-async-action.ts'
import type { Session } from '#features/access/client/use-session.ts'

/** Awaits a response and shows a toast if it fails. */
async function orNotify<Result>(title: string, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    toast({ variant: 'destructive', title, description: detailOf(error) })
    throw error
  }
}

async function signIn(body: BodyOf<'POST /api/login'>): Promise<SessionUser> {
  requireCookies()
  const user = await orNotify('Login failed', call('POST /api/login', { body }))
  requestApplication(user)
  session.setUser(user)
  if (user.secondFactor !== 'due' && !user.mustChangePassword) {
    toast({ title: 'Welcome back!', description: 'You have been successfully logged in.' })
    offerPasskey(user)
  }
  return user
}

async function register(body: BodyOf<'POST /api/register'>): Promise<SessionUser> {
  requireCookies()
  const user = await orNotify('Registration failed', call('POST /api/register', { body }))
  session.setUser(user)
  toast({ title: 'Account created!', description: 'Your account has been successfully created.' })
  return user
}

async function signOut(): Promise<void> {
  let answer: AnswerOf<'POST /api/logout'> | undefined
  const endHold = holdReads()
  leaving.notify(true)
  try {
    answer = await orNotify('Logout failed', call('POST /api/logout'))
  } catch (error) {
    endHold(true)
    leaving.notify(false)
    throw error
  }
  // The previous release answers with nothing.
  session.setUser(null, answer?.stillSignedInAt)
  endHold(false)
  toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
}

/** Sign-in, registration and sign-out, with the toasts of specification section 8. */
export function useSessionCalls(): Pick<Session, 'signIn' | 'register' | 'signOut'> {
  return {
    signIn: useAsyncAction(signIn),
    register: useAsyncAction(register),
    signOut: useAsyncAction(signOut),
  }
}
