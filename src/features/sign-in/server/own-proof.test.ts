import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { password } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const acts = {
  'POST /api/account/second-factor': {},
  'POST /api/account/address': { email: 'another@example.com' },
  'POST /api/change-password': { newPassword: 'seven tall ships in the bay' },
} as const

async function signedIn() {
  const { username } = await makeUser(server.context, { role: 'admin', password })
  return server.as(username)
}

const send = (session: Awaited<ReturnType<typeof signedIn>>, act: string, proof: object) => {
  const body = { ...acts[act as keyof typeof acts], ...proof }
  return session.post(act.split(' ')[1] ?? '', body)
}

describe.each(Object.keys(acts))('%s', (act) => {
  const field = act.includes('second-factor') ? 'password' : 'currentPassword'

  test('requires a proof', async () => {
    const answer = await send(await signedIn(), act, {})
    expect(answer).toMatchObject({ status: 400, body: { code: 'proof-required', errors: [{ path: field }] } })
  })

  test('rejects a wrong password in either form, and limits both together', async () => {
    const session = await signedIn()
    const wrong = 'a loud harbour wall'
    const forms = [{ [field]: wrong }, { proof: { by: 'password', password: wrong } }]
    for (const proof of [...forms, ...forms, ...forms.slice(1)])
      expect(await send(session, act, proof)).toMatchObject({
        status: 400,
        body: { errors: [{ path: field }] },
      })
    expect((await send(session, act, { proof: { by: 'password', password } })).status).toBe(429)
  })

  test('accepts the password as a proof', async () => {
    const answer = await send(await signedIn(), act, { proof: { by: 'password', password } })
    expect(answer.status).toBe(200)
  })
})
