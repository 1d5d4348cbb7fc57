import { afterEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#domain/api/auth.ts'
import { anotherUser } from '#client/shared/lib/request.ts'
import { createSession } from './session.ts'

const thandi = { id: 'thandi', username: 'thandi@people.example', role: 'client' } as SessionUser
const bongani = { ...thandi, id: 'bongani' }

/** Answers the calls in the order in which they are made, each when its turn comes. */
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

test('nothing is known until the server has said who it is', async () => {
  const answers = stubAnswers()
  const session = createSession()
  expect(session.get().user).toBeUndefined()
  const asked = session.ask()
  answers[0]?.(Response.json(thandi))
  await asked
  expect(session.get()).toEqual({ user: thandi, error: null, ended: null })
})

test('a 401 means nobody; a failure leaves what was known, and says why', async () => {
  const answers = stubAnswers()
  const session = createSession()
  const asked = session.ask()
  answers[0]?.(new Response('', { status: 401 }))
  await asked
  expect(session.get()).toEqual({ user: null, error: null, ended: null })
  session.become(thandi)
  const again = session.ask()
  answers[1]?.(new TypeError('no network'))
  await again
  expect(session.get()).toMatchObject({ user: thandi, error: { name: 'NetworkError' } })
})

test('an answer that was on its way when somebody signed in or was asked for again is overtaken', async () => {
  const answers = stubAnswers()
  const session = createSession()
  const before = session.ask()
  session.become(thandi)
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

test('a page of one user does not become that of another: it is told so', async () => {
  const answers = stubAnswers()
  const session = createSession()
  session.become(thandi)
  const told = vi.fn<() => void>()
  const end = anotherUser.subscribe(told)
  const asked = session.ask()
  answers[0]?.(Response.json(bongani))
  await asked
  end()
  expect([session.get().user, told.mock.calls.length]).toEqual([thandi, 1])
})

test('an answer that was on its way when the session ended brings nobody back', async () => {
  const answers = stubAnswers()
  const session = createSession()
  session.become(thandi)
  const asked = session.ask()
  session.end('idle')
  answers[0]?.(Response.json(thandi))
  await asked
  expect(session.get()).toEqual({ user: null, error: null, ended: 'idle' })
})

test('a session that ends under the hands of its user says why, until somebody signs in', async () => {
  const answers = stubAnswers()
  const session = createSession()
  session.end('expired')
  expect(session.get()).toEqual({ user: null, error: null, ended: null })
  session.become(thandi)
  session.end('idle')
  session.end('expired')
  expect(session.get()).toEqual({ user: null, error: null, ended: 'idle' })
  const asked = session.ask()
  answers[0]?.(Response.json(thandi))
  await asked
  expect(session.get().ended).toBeNull()
})
