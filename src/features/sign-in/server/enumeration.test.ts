import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpAnswer } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** `npm run bench` sends 200, and compares their durations. */
const PAIRS = 40
const AT_ONCE = 20

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let last = 0
const someAddress = () => `10.9.${Math.floor((last += 1) / 250)}.${(last % 250) + 1}`

/** A response without its timestamp. */
function visible({ status, headers, text }: HttpAnswer) {
  return { status, text, headers: [...headers].filter(([name]) => name !== 'date') }
}

const calls = {
  'a sign-in': (username: string) =>
    server.visit(someAddress()).post('/api/login', { username, password: 'a loud harbour wall' }),
  'a request for a temporary password': (username: string) =>
    server.visit(someAddress()).post('/api/request-password-reset', { username }),
}

/** Accounts of every kind that must look like a missing one. */
const sorts = {
  'that is active': () => makeUser(server.context, { password: 'a quiet harbour wall' }),
  'that is invited': () => makeUser(server.context, { invited: true }),
  'that is deactivated': async () => {
    const user = await makeUser(server.context, { password: 'a quiet harbour wall' })
    await server.context.database.pool.query('update users set deactivated_at = now() where id = $1', [
      user.id,
    ])
    return user
  },
}

describe.each(Object.entries(calls))('%s', (_call, call) => {
  test.each(Object.entries(sorts))('responds to an account %s as to a missing one', async (_sort, make) => {
    const { username } = await make()
    const [known, unknown] = [await call(username), await call(`n${username}`)]
    expect(visible(known)).toEqual(visible(unknown))
    expect(known.headers.getSetCookie()).toEqual([])
  })

  test(`${PAIRS} pairs: no difference in bytes`, async () => {
    const users = await Promise.all(Array.from({ length: PAIRS / 5 }, () => sorts['that is active']()))
    // After five failures accounts are slowed down, including missing ones.
    const names = users.flatMap(({ username }) => Array.from({ length: 5 }, () => username))
    const answers = new Set<string>()
    for (let begun = 0; begun < PAIRS; begun += AT_ONCE) {
      const batch = names.slice(begun, begun + AT_ONCE).flatMap((username) => [username, `n${username}`])
      for (const answer of await Promise.all(batch.map((username) => call(username)))) {
        answers.add(JSON.stringify(visible(answer)))
      }
    }
    expect([...answers]).toHaveLength(1)
  }, 120_000)
})
