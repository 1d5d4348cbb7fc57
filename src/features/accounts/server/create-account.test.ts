import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { readTemporaryPassword } from '#features/sign-in/server/temporary-passwords.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { temporaryPasswords } from '#features/access/schema/sign-in-schema.ts'
import { limits } from '#base/server/throttling/limits.ts'
import type { HttpSession } from '#test/support/http.ts'
import { sendLetter } from '#test/support/letters.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { publishLetter } from '#test/support/published-letter.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { storedKeys } from '#test/support/uploads.ts'

type Created = AnswerOf<'POST /api/system-admin/users'>

const password = 'a quiet harbour wall'

let server: TestServer
let manager: MadeUser
let session: HttpSession

beforeAll(async () => {
  server = await startTestServer()
  manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Dube' })
  const systemAdmin = await makeUser(server.context, { role: 'system_administrator' })
  session = await server.as(systemAdmin.username)
})
afterAll(() => server.close())

let last = 0
const someone = () => `made${(last += 1)}@test.example`

const create = (body: object) => session.post('/api/system-admin/users', body)

async function created(body: object): Promise<Created> {
  const answer = await create(body)
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.body as Created
}

const accounts = () => server.context.database.db.$count(users)

describe('a user of each role', () => {
  test('a client gets a manager and a draft, and is invited', async () => {
    const username = someone()
    const answer = await created({
      username: username.toUpperCase(),
      role: 'client',
      password: '',
      wealthManagerId: manager.id,
    })
    expect(answer.user).toMatchObject({
      username,
      role: 'client',
      status: 'invited',
      wealthManagerId: manager.id,
      wealthManagerName: 'Naledi Dube',
    })
    expect(readTemporaryPassword(answer.temporaryPassword ?? '')).toBe(answer.temporaryPassword)
    const [application] = await server.context.database.db
      .select()
      .from(applications)
      .where(eq(applications.userId, answer.user.id))
    expect(application).toMatchObject({ status: 'draft', wealthManagerId: manager.id })
    const [mail] = await mailsTo(server.context, username)
    expect(mail).toMatchObject({ template: 'invitation' })
    expect(mail?.text).toContain('/welcome#')
    const recorded = await auditAbout(server.context, answer.user.id)
    expect(recorded.map(({ action, actorRole, details }) => [action, actorRole, details])).toEqual([
      ['user.created', 'system_administrator', { role: 'client', by: 'administrator' }],
      ['user.invited', 'system_administrator', { wealthManagerId: manager.id }],
    ])
  })

  test('a wealth manager gets a FAIS document', async () => {
    const faisDocumentPath = await sendLetter(session)
    const { user } = await created({ username: someone(), role: 'wealth_manager', faisDocumentPath })
    expect(user.faisDocumentPath).toMatch(/^\/objects\/[\da-f-]{36}$/u)
    const letter = user.faisDocumentPath?.replace('/objects/', '/fais-documents/') ?? ''
    const opened = await session.get(letter)
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  test.each(['admin', 'system_administrator'])('%s, with the mail for the staff', async (role) => {
    const username = someone()
    await created({ username, role, fullName: ' Anna Smit ' })
    const [mail] = await mailsTo(server.context, username)
    expect(mail).toMatchObject({ template: 'staff-invitation' })
    expect(mail?.text).toContain('/welcome#')
  })
})

test('the user is active once an own password is chosen with the generated one', async () => {
  const username = someone()
  const { user, temporaryPassword } = await created({ username, role: 'admin' })
  const browser = server.visit()
  const signedIn = await browser.post('/api/login', { username, password: temporaryPassword })
  expect(signedIn.body).toMatchObject({ mustChangePassword: true })
  await browser.post('/api/change-password', { newPassword: 'a lighthouse in the fog' })
  const { body } = await session.get(`/api/system-admin/users?search=${username}`)
  expect(body).toMatchObject([{ id: user.id, status: 'active' }])
})

describe('a password that a system administrator chose', () => {
  const own = 'a lighthouse in the fog'

  async function chosenFor(role = 'admin', chosen = password) {
    const username = someone()
    const answer = await created({
      username,
      role,
      password: chosen,
      ...(role === 'client' && { wealthManagerId: manager.id }),
    })
    const signIn = (typed: string) => server.visit().post('/api/login', { username, password: typed })
    return { username, answer, signIn, browser: server.visit() }
  }

  test.each(['admin', 'system_administrator', 'client'])(
    'is temporary for a new %s: it opens nothing but the choice of another',
    async (role) => {
      const { username, answer, signIn, browser } = await chosenFor(role)
      expect(answer).toMatchObject({ temporaryPassword: null, emailed: false, user: { status: 'active' } })
      expect(await mailsTo(server.context, username)).toEqual([])
      const signedIn = await browser.post('/api/login', { username, password })
      expect([signedIn.status, signedIn.body]).toMatchObject([200, { mustChangePassword: true }])
      for (const path of ['/api/application', '/api/admin/applications', '/api/system-admin/users'])
        expect((await browser.get(path)).status).toBe(403)
      const same = await browser.post('/api/change-password', { newPassword: password })
      expect([same.status, same.body]).toMatchObject([400, { errors: [{ path: 'newPassword' }] }])
      expect((await browser.post('/api/change-password', { newPassword: own })).status).toBe(200)
      expect((await signIn(password)).status).toBe(401)
      expect((await signIn(own)).body).toMatchObject({ mustChangePassword: false })
    },
  )

  test('may have spaces and any length, as the owner types it again', async () => {
    const { username, browser } = await chosenFor('admin', 'ab cd ef gh ijk lmn')
    await browser.post('/api/login', { username, password: 'ab cd ef gh ijk lmn' })
    const change = (currentPassword: string) =>
      browser.post('/api/change-password', { currentPassword, newPassword: own })
    expect((await change('ab cd ef gh ijk lmo')).status).toBe(400)
    expect((await change('ab cd ef gh ijk lmn')).status).toBe(200)
  })

  test('ends with a reset', async () => {
    const { answer, signIn } = await chosenFor()
    await session.post(`/api/system-admin/users/${answer.user.id}/reset-password`, {})
    expect((await signIn(password)).status).toBe(401)
  })

  test('expires after 72 hours, and is slowed down like any that can be guessed', async () => {
    const { answer, signIn } = await chosenFor('admin', 'quiet-harbours')
    const ofUser = eq(temporaryPasswords.userId, answer.user.id)
    const { db } = server.context.database
    const [row] = await db.select().from(temporaryPasswords).where(ofUser)
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(72 * 3_600_000)
    for (let tries = 0; tries < limits.account.points; tries += 1) await signIn('quiet-harbour!')
    expect((await signIn('quiet-harbours')).status).toBe(429)
    const late = await chosenFor()
    await db.update(temporaryPasswords).set({ expiresAt: server.context.now() })
    const answered = await late.signIn(password)
    expect([answered.status, answered.text]).toEqual([401, expect.stringContaining('no longer valid')])
  })
})

const noManager = 'Please select a wealth manager for this client.'
const noLetter = 'Please upload a FAIS document for the wealth manager before creating the user.'

describe('no account is created', () => {
  test.each<[string, () => object | Promise<object>, string, string]>([
    ['a client without a manager', () => ({ role: 'client' }), 'wealthManagerId', noManager],
    [
      'a client of a user who is no manager',
      async () => ({
        role: 'client',
        wealthManagerId: (await makeUser(server.context, { role: 'admin' })).id,
      }),
      'wealthManagerId',
      noManager,
    ],
    [
      'an admin with a manager',
      () => ({ role: 'admin', wealthManagerId: manager.id }),
      'wealthManagerId',
      'Only a client',
    ],
    [
      'a manager with the firm’s letter before it is published',
      () => ({ role: 'wealth_manager', firmLetter: true }),
      'firmLetter',
      'is not published yet',
    ],
    [
      'a manager with both letters',
      async () => ({
        role: 'wealth_manager',
        firmLetter: true,
        faisDocumentPath: await sendLetter(session),
      }),
      'firmLetter',
      'either an uploaded letter or the firm’s',
    ],
    [
      'an admin with the firm’s letter',
      () => ({ role: 'admin', firmLetter: true }),
      'faisDocumentPath',
      'Only wealth managers',
    ],
    ['a manager without a document', () => ({ role: 'wealth_manager' }), 'faisDocumentPath', noLetter],
    [
      'a manager with a missing document',
      () => ({ role: 'wealth_manager', faisDocumentPath: `/objects/${manager.id}` }),
      'faisDocumentPath',
      'Please upload the FAIS document first.',
    ],
    [
      'an admin with a document',
      async () => ({ role: 'admin', faisDocumentPath: await sendLetter(session) }),
      'faisDocumentPath',
      'Only wealth managers',
    ],
    ['any user with a common password', () => ({ role: 'admin', password: 'password1234' }), 'password', ''],
  ])('%s', async (_, body, path, message) => {
    const before = await accounts()
    const made = { username: someone(), ...(await body()) }
    const count = await accounts()
    const answer = await create(made)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      errors: [{ path, message: expect.stringContaining(message) as string }],
    })
    expect(await accounts()).toBe(count)
    expect(count - before).toBeLessThanOrEqual(1)
  })

  test('with a file other than PDF, which is deleted', async () => {
    const address = await sendLetter(session, Buffer.from('MZ this is a program, not a letter'))
    const before = await storedKeys(server)
    const answer = await create({ username: someone(), role: 'wealth_manager', faisDocumentPath: address })
    expect(answer.status).toBe(415)
    expect(await storedKeys(server)).toHaveLength(before.length - 1)
  })

  test('twice for one address, and the uploaded document can be used for another', async () => {
    const faisDocumentPath = await sendLetter(session)
    const taken = await create({ username: manager.username, role: 'wealth_manager', faisDocumentPath })
    expect(taken.status).toBe(409)
    expect(taken.body).toMatchObject({ errors: [{ path: 'username' }] })
    await created({ username: someone(), role: 'wealth_manager', faisDocumentPath })
    const again = await create({ username: someone(), role: 'wealth_manager', faisDocumentPath })
    expect(again.status).toBe(409)
  })
})

test('a wealth manager gets the firm’s letter instead of an uploaded one, once it is published', async () => {
  await publishLetter(session)
  const answer = await create({ username: someone(), role: 'wealth_manager', firmLetter: true })
  expect(answer).toMatchObject({ status: 201, body: { user: { faisDocumentPath: null } } })
})
