import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { inLineForUser } from '#test/support/in-line.ts'
import { codeAt, makeEnrolled, password, passwordGiven } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/**
 * Sessions that are just beginning end together with existing ones (docs/decisions/0040). Each action is paused at the
 * account's row until the other one waits there as well, in both orders.
 */

const STEP_MS = 30_000
const chosen = 'seven slow ferries home'

let server: TestServer
let administrator: HttpSession
let now = new Date('2026-11-20T08:00:10Z').getTime()
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
  const { username } = await makeUser(server.context, { role: 'system_administrator', password })
  administrator = await server.as(username)
})
afterAll(() => server.close())
/** Each code works once. */
beforeEach(() => {
  now += 4 * STEP_MS
})

const code = (secret: string, steps = 0) => codeAt(secret, new Date(now), steps)
let count = 0
const someAddress = () => `198.51.100.${(count = (count + 1) % 250)}`
const accountPath = ({ id }: MadeUser) => `/api/system-admin/users/${id}`

async function secondFactorSince(id: string) {
  const [row] = await server.context.database.db
    .select({ since: users.secondFactorSince })
    .from(users)
    .where(eq(users.id, id))
  return row?.since ?? null
}

/** A user, their own browser, and that of an attacker who has their password. */
interface Scene {
  user: MadeUser
  owner: HttpSession
  thief: HttpSession
  /** Of the authenticator that is set up, or being set up. */
  secret: string
}

type CommandContext = (scene: Scene) => Promise<HttpAnswer>

async function begun(session: HttpSession): Promise<string> {
  const { body } = await session.post('/api/account/second-factor', { password })
  return (body as { secret: string }).secret
}

/** By the credentials that a sign-in has. */
const scenes = {
  async withPassword(): Promise<Scene> {
    const user = await makeUser(server.context, { role: 'admin', password })
    const [owner, thief] = [await server.as(user.username), await server.as(user.username)]
    return { user, owner, thief, secret: await begun(owner) }
  },
  async withCode(): Promise<Scene> {
    const user = await makeEnrolled(server)
    now += STEP_MS
    const thief = await passwordGiven(server, user.username, someAddress())
    await thief.post('/api/account/second-factor/code', { code: code(user.secret) })
    return { user, owner: user.session, thief, secret: user.secret }
  },
  async beforeCode(): Promise<Scene> {
    const user = await makeEnrolled(server)
    now += STEP_MS
    const thief = await passwordGiven(server, user.username, someAddress())
    return { user, owner: user.session, thief, secret: user.secret }
  },
  async withTemporaryPassword(): Promise<Scene> {
    const user = await makeUser(server.context, { role: 'admin', password })
    const reset = await administrator.post(`${accountPath(user)}/reset-password`)
    const { newPassword } = reset.body as { newPassword: string }
    const thief = server.visit(someAddress())
    await thief.post('/api/login', { username: user.username, password: newPassword })
    // A session with a temporary password is replaced by a change.
    const owner = server.visit()
    owner.cookies.set('temporary', newPassword)
    return { user, owner, thief, secret: '' }
  },
}

const ends = {
  'sign out everywhere': ({ user }) => administrator.post(`${accountPath(user)}/sign-out`),
  'another role': ({ user }) => administrator.patch(accountPath(user), { role: 'wealth_manager' }),
  deactivating: ({ user }) => administrator.patch(accountPath(user), { deactivated: true }),
  'a reset of the password': ({ user }) => administrator.post(`${accountPath(user)}/reset-password`),
  'taking the second factor': ({ user }) => administrator.delete(`${accountPath(user)}/second-factor`),
  'ending the other sessions': ({ owner }) => owner.delete('/api/account/sessions'),
  'setting up an authenticator': ({ owner, secret }) =>
    owner.put('/api/account/second-factor', { code: code(secret) }),
  'choosing a password': ({ owner }) =>
    owner.post('/api/change-password', { currentPassword: password, newPassword: chosen }),
} satisfies Record<string, CommandContext>

const begins = {
  'a change of password': ({ thief }) =>
    thief.post('/api/change-password', {
      currentPassword: password,
      newPassword: 'nine patient lighthouses',
    }),
  'a choice after a temporary password': ({ owner, thief }) =>
    thief.post('/api/change-password', {
      currentPassword: owner.cookies.get('temporary'),
      newPassword: 'nine patient lighthouses',
    }),
  'a code': ({ thief, secret }) => thief.post('/api/account/second-factor/code', { code: code(secret, 1) }),
  'setting up an authenticator': ({ thief, secret }) =>
    thief.put('/api/account/second-factor', { code: code(secret) }),
  'beginning an authenticator': ({ thief }) => thief.post('/api/account/second-factor', { password }),
  'turning the authenticator off': ({ thief, secret }) =>
    thief.post('/api/account/second-factor/removal', { password, code: code(secret, 1) }),
  'new recovery codes': ({ thief, secret }) =>
    thief.post('/api/account/second-factor/recovery-codes', { password, code: code(secret, 1) }),
} satisfies Record<string, CommandContext>

type Ending = keyof typeof ends
type Beginning = keyof typeof begins

const byAdministrator: Ending[] = [
  'sign out everywhere',
  'another role',
  'deactivating',
  'a reset of the password',
]
const withoutFactor: Ending[] = [
  ...byAdministrator,
  'ending the other sessions',
  'setting up an authenticator',
  'choosing a password',
]
const withFactor: Ending[] = [
  ...byAdministrator,
  'taking the second factor',
  'ending the other sessions',
  'choosing a password',
]

const table: [keyof typeof scenes, Beginning[], Ending[]][] = [
  [
    'withPassword',
    ['a change of password', 'beginning an authenticator', 'setting up an authenticator'],
    withoutFactor,
  ],
  ['withCode', ['a change of password', 'turning the authenticator off'], withFactor],
  ['withCode', ['new recovery codes'], ['sign out everywhere']],
  ['beforeCode', ['a code'], withFactor],
  ['withTemporaryPassword', ['a choice after a temporary password'], byAdministrator],
]

const pairs = table.flatMap(([scene, beginnings, endings]) =>
  beginnings.flatMap((beginning) => endings.map((ending) => ({ scene, beginning, ending }))),
)

describe.each(pairs)('$ending, while $beginning is under way ($scene)', ({ scene, beginning, ending }) => {
  test('ends that session, and its request is refused', async () => {
    const on = await scenes[scene]()
    const [ended, asked] = await inLineForUser(server, on.user.id, [
      () => ends[ending](on),
      () => begins[beginning](on),
    ])
    expect([200, 204]).toContain(ended?.status)
    expect(asked).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    expect((await on.thief.get('/api/user')).status).toBe(401)
    if (ending === 'setting up an authenticator') {
      expect((await on.owner.get('/api/user')).body).toMatchObject({ secondFactor: 'given' })
      expect(await secondFactorSince(on.user.id)).not.toBeNull()
    }
  })

  test('in reverse order, the second one sees what the first one did', async () => {
    const on = await scenes[scene]()
    const [first, second] = await inLineForUser(server, on.user.id, [
      () => begins[beginning](on),
      () => ends[ending](on),
    ])
    expect([200, 204]).toContain(first?.status)
    // The owner's own session may have ended, and with it their request.
    const wasDone = [200, 204].includes(second?.status ?? 0)
    expect(
      wasDone || (!byAdministrator.includes(ending) && [400, 401, 409].includes(second?.status ?? 0)),
    ).toBe(true)
    const hadNothingToTake =
      ending === 'taking the second factor' && beginning === 'turning the authenticator off'
    if (wasDone && !hadNothingToTake) expect((await on.thief.get('/api/user')).status).toBe(401)
  })
})

describe('a sign-in that is under way', () => {
  const inBrowser = {
    fresh: async () => server.visit(someAddress()),
    'that held a session': async ({ username }: MadeUser) => server.as(username, someAddress()),
  }

  test.each(Object.entries(inBrowser))(
    'waits for the second factor that was set up meanwhile, in a browser %s',
    async (_, open) => {
      const on = await scenes.withPassword()
      const browser = await open(on.user)
      const [set] = await inLineForUser(server, on.user.id, [
        () => ends['setting up an authenticator'](on),
        () => browser.post('/api/login', { username: on.user.username, password }),
      ])
      expect(set?.status).toBe(200)
      expect([401, 403]).toContain((await browser.get('/api/admin/users')).status)
    },
  )

  test.each(Object.entries(inBrowser))(
    'has only the role that was given meanwhile, in a browser %s',
    async (_, open) => {
      const { user } = await scenes.withPassword()
      const browser = await open(user)
      const [changed, signedIn] = await inLineForUser(server, user.id, [
        () => administrator.patch(accountPath(user), { role: 'client' }),
        () => browser.post('/api/login', { username: user.username, password }),
      ])
      expect(changed?.status).toBe(200)
      if (signedIn?.status === 200) expect(signedIn.body).toMatchObject({ role: 'client' })
      expect([401, 403]).toContain((await browser.get('/api/admin/users')).status)
    },
  )

  test('with a temporary password does not begin after a deactivation', async () => {
    const user = await makeUser(server.context, { role: 'admin', invited: true })
    const browser = server.visit(someAddress())
    const [, signedIn] = await inLineForUser(server, user.id, [
      () => ends.deactivating({ user, owner: browser, thief: browser, secret: '' }),
      () => browser.post('/api/login', { username: user.username, password: user.temporaryPassword }),
    ])
    expect(signedIn?.status).toBe(401)
  })
})

test('a former administrator cannot reset a second factor with a request that was under way', async () => {
  const target = await makeEnrolled(server)
  const demoted = await makeUser(server.context, { role: 'system_administrator', password })
  const browser = await server.as(demoted.username)
  const [, taken] = await inLineForUser(server, demoted.id, [
    () => administrator.patch(accountPath(demoted), { role: 'admin' }),
    () => browser.delete(`${accountPath(target)}/second-factor`),
  ])
  expect(taken?.status).toBe(403)
  expect(await secondFactorSince(target.id)).not.toBeNull()
})

test('all code that writes sessions holds the lock of their account', async () => {
  const root = path.join(import.meta.dirname, '../../..')
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const writes =
    /\b(?:insert|update|delete)\(sessions\)|\b(?:into|from) \$\{sessions\}|\b(?:endOtherSessions|endSessionsToChoosePassword)\(/u
  const locks = /\b(?:lockAccount|lockOwnAccount|lockAdministered)\((?:tx|work)\b/u
  const unlocked: string[] = []
  for (const file of files) {
    const source = await readFile(path.join(root, file), 'utf8')
    if (writes.test(source) && !locks.test(source)) unlocked.push(file)
  }
  // Excludes the statements themselves and the deletion of expired sessions. The callers hold the lock for temporary
  // passwords and second factors.
  expect(unlocked.toSorted()).toEqual([
    'features/sign-in/server/delete-expired-sign-ins.ts',
    'features/sign-in/server/second-factor/first-factor.ts',
    'features/sign-in/server/sessions.ts',
    'features/sign-in/server/temporary-passwords.ts',
    'features/sso/server/check-sessions.ts',
  ])
})
