import { afterEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#features/access/api/auth.ts'
import { anotherUser } from '#base/client/lib/request.ts'
import { createSession } from './session.ts'

const thandi = { id: 'thandi', username: 'thandi@people.example', role: 'client' } as SessionUser
const bongani = { ...thandi, id: 'bongani' }

/** Answers the calls in order, each when the test says so. */
function stubAnswers() {
  const waiting: ((answer: Response | Error) => void)[] = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve, reject) => {
        waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
      }),
  )
  return waiting
}

afterEach(() => vi.unstubAllGlobals())

test('is unknown until the server has answered', async () => {
  const answers = stubAnswers()
  const session = createSession()
  expect(session.get().user).toBeUndefined()
  const asked = session.ask()
  answers[0]?.(Response.json(thandi))
  await asked
  expect(session.get()).toEqual({ user: thandi, error: null, ended: null })
})

test('has no user after a 401, and keeps the known one after a failure, with the error', async () => {
  const answers = stubAnswers()
  const session = createSession()
  const asked = session.ask()
  answers[0]?.(new Response('', { status: 401 }))
  await asked
  expect(session.get()).toEqual({ user: null, error: null, ended: null })
  session.setUser(thandi)
  const again = session.ask()
  answers[1]?.(new TypeError('no network'))
  await again
  expect(session.get()).toMatchObject({ user: thandi, error: { name: 'NetworkError' } })
})

test('ignores a response that a later sign-in or request has overtaken', async () => {
  const answers = stubAnswers()
  const session = createSession()
  const before = session.ask()
  session.setUser(thandi)
  answers[0]?.(new Response('', { status: 401 }))
  await before
  expect(session.get().user).toEqual(thandi)
  const renamed = { ...thandi, fullName: 'Thandi Dlamini' }
  const first = session.ask()
  const second = session.ask()
  answers[2]?.(Response.json(renamed))
  answers[1]?.(Response.json(thandi))
  await Promise.all([first, second])
  expect(session.get().user).toEqual(renamed)
})

test("reports another user instead of turning a user's page into theirs", async () => {
  const answers = stubAnswers()
  const session = createSession()
  session.setUser(thandi)
  const notified = vi.fn<() => void>()
  const end = anotherUser.subscribe(notified)
  const asked = session.ask()
  answers[0]?.(Response.json(bongani))
  await asked
  end()
  expect([session.get().user, notified.mock.calls.length]).toEqual([thandi, 1])
})

test('ignores a response that arrives after the session ended', async () => {
  const answers = stubAnswers()
  const session = createSession()
  session.setUser(thandi)
  const asked = session.ask()
  session.end('idle')
  answers[0]?.(Response.json(thandi))
  await asked
  expect(session.get()).toEqual({ user: null, error: null, ended: 'idle' })
})

test('keeps the reason of an ended session until the next sign-in', async () => {
  const answers = stubAnswers()
  const session = createSession()
  session.end('expired')
  expect(session.get()).toEqual({ user: null, error: null, ended: null })
  session.setUser(thandi)
  session.end('idle')
  session.end('expired')
  expect(session.get()).toEqual({ user: null, error: null, ended: 'idle' })
  const asked = session.ask()
  answers[0]?.(Response.json(thandi))
  await asked
  expect(session.get().ended).toBeNull()
})

test('says where the user is still signed in after Sign Out alone, until the next sign-in', async () => {
  const answers = stubAnswers()
  const session = createSession()
  const at = { label: 'Test', signOutUrl: null }
  session.setUser(thandi)
  session.setUser(null, at)
  // A late 401 changes nothing.
  session.end('expired')
  expect(session.get()).toEqual({ user: null, error: null, ended: null, stillSignedInAt: at })
  const asked = session.ask()
  answers[0]?.(Response.json(thandi))
  await asked
  session.end('idle')
  session.end('expired')
  expect(session.get()).toEqual({ user: null, error: null, ended: 'idle' })
  session.setUser(null, at)
  session.setUser(thandi)
  session.setUser(null)
  expect(session.get().stillSignedInAt).toBeUndefined()
  // Signed in in another tab, and out.
  session.setUser(null, at)
  const inAnotherTab = session.ask()
  answers[1]?.(Response.json(thandi))
  await inAnotherTab
  expect(session.get().stillSignedInAt).toBeUndefined()
})
