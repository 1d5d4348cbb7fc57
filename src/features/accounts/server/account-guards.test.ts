import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { unattachedObjects } from '#features/documents/schema/uploads.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { dueForReview } from '#test/support/annual-reviews.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { storedKeys, deleteOrphans } from '#test/support/uploads.ts'

const password = 'a quiet harbour wall'

let server: TestServer
let own: { id: string; username: string }
let session: HttpSession

beforeAll(async () => {
  server = await startTestServer()
  own = await makeUser(server.context, { role: 'system_administrator', password })
  session = await server.as(own.username)
})
afterAll(() => server.close())

const pathOf = (id: string) => `/api/system-admin/users/${id}`
const edit = (id: string, body: object, by = session) => by.patch(pathOf(id), body)
const remove = (id: string) => session.delete(pathOf(id))

async function rowOf(id: string) {
  const [row] = await server.context.database.db.select().from(users).where(eq(users.id, id))
  return row
}

async function applicationOf(userId: string) {
  const [row] = await server.context.database.db
    .select()
    .from(applications)
    .where(eq(applications.userId, userId))
  return row
}

const aManager = () => makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Dube' })
const anAdmin = () => makeUser(server.context, { role: 'admin', password })

describe('not allowed for oneself', () => {
  test.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['deleting', () => remove(own.id)],
    ['another role', () => edit(own.id, { role: 'admin' })],
    ['deactivating', () => edit(own.id, { deactivated: true })],
    ['a reset of the password', () => session.post(`${pathOf(own.id)}/reset-password`)],
  ])('%s', async (_, how) => {
    const answer = await how()
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('your own') as string })
    expect(await rowOf(own.id)).toMatchObject({ role: 'system_administrator', deactivatedAt: null })
  })
})

describe('there is always a system administrator', () => {
  test.each<[string, object]>([
    ['demote', { role: 'admin' }],
    ['deactivate', { deactivated: true }],
  ])('of two who %s each other simultaneously, exactly one succeeds', async (_, change) => {
    for (let round = 0; round < 5; round += 1) {
      const pair = await Promise.all(
        [1, 2].map(() => makeUser(server.context, { role: 'system_administrator' })),
      )
      const [one, other] = pair
      if (!one || !other) throw new Error('There are not two.')
      const [asOne, asOther] = await Promise.all(pair.map(({ username }) => server.as(username)))
      if (!asOne || !asOther) throw new Error('There are not two.')
      const answers = await Promise.all([edit(other.id, change, asOne), edit(one.id, change, asOther)])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => [401, 403].includes(status))).toHaveLength(1)
      const left = (await Promise.all(pair.map(({ id }) => rowOf(id)))).filter(
        (row) => row?.role === 'system_administrator' && row.deactivatedAt === null,
      )
      expect(left).toHaveLength(1)
    }
  })

  test('and none is deleted', async () => {
    const { id } = await makeUser(server.context, { role: 'system_administrator' })
    const answer = await remove(id)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('cannot be deleted') as string })
  })
})

describe('a manager with clients', () => {
  test.each<[string, (id: string) => Promise<{ status: number; body: unknown }>]>([
    ['is not deleted', (id) => remove(id)],
    ['gets no other role', (id) => edit(id, { role: 'admin' })],
    ['is not deactivated', (id) => edit(id, { deactivated: true })],
  ])('%s before they are reassigned', async (_, how) => {
    const manager = await aManager()
    const successor = await aManager()
    const clients = await Promise.all(
      [1, 2].map(() => makeClient(server.context, { wealthManagerId: manager.id })),
    )
    const refused = await how(manager.id)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      detail: expect.stringContaining('reassign 2 clients first') as string,
    })
    for (const { id } of clients) await edit(id, { wealthManagerId: successor.id })
    expect((await how(manager.id)).status).toBeLessThan(300)
  })
})

describe('a client', () => {
  test('with only a draft is deleted, with the draft and its files', async () => {
    const { id, applicationId, username } = await makeClient(server.context)
    const file = await makeDocument(server.context, { applicationId, ownerId: id, kind: 'payslip' })
    expect((await remove(id)).status).toBe(204)
    const { db } = server.context.database
    expect(await rowOf(id)).toBeUndefined()
    expect(await applicationOf(id)).toBeUndefined()
    expect(await db.$count(documents, eq(documents.ownerId, id))).toBe(0)
    await deleteOrphans(server.context)
    expect(await storedKeys(server)).not.toContain(file.objectKey)
    expect(await db.$count(unattachedObjects)).toBe(0)
    expect((await auditAbout(server.context, id)).at(-1)).toMatchObject({ action: 'user.deleted' })
    expect((await server.visit().post('/api/login', { username, password })).status).toBe(401)
  })

  test.each(['submitted', 'rejected', 'onboarded'] as const)('who has %s stays', async (status) => {
    const { id } = await makeClient(server.context, { application: { status } })
    for (const refused of [await remove(id), await edit(id, { role: 'admin' })]) {
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({ detail: expect.stringContaining('deactivate') as string })
    }
    expect(await rowOf(id)).toMatchObject({ role: 'client' })
    expect((await edit(id, { deactivated: true })).status).toBe(200)
  })

  test('who becomes staff loses the draft, and staff who become a client get one', async () => {
    const { id } = await makeClient(server.context, { wealthManagerId: (await aManager()).id })
    expect((await edit(id, { role: 'admin' })).body).toMatchObject({ role: 'admin', wealthManagerId: null })
    expect(await applicationOf(id)).toBeUndefined()
    const manager = await aManager()
    await edit(id, { role: 'client', wealthManagerId: manager.id })
    expect(await applicationOf(id)).toMatchObject({ status: 'draft', wealthManagerId: manager.id })
  })
})

test('who was staff loses the second factor, which only staff have', async () => {
  const { id, username } = await anAdmin()
  const { db } = server.context.database
  await db.update(users).set({ secondFactorSince: new Date() }).where(eq(users.id, id))
  expect((await edit(id, { role: 'wealth_manager' })).status).toBe(200)
  expect((await rowOf(id))?.secondFactorSince).not.toBeNull()
  expect((await edit(id, { role: 'client', wealthManagerId: (await aManager()).id })).status).toBe(200)
  expect((await rowOf(id))?.secondFactorSince).toBeNull()
  expect((await auditAbout(server.context, id)).map(({ action }) => action)).toContain('second-factor.reset')
  expect(await mailsTo(server.context, username)).toContainEqual(
    expect.objectContaining({ subject: 'Your second sign-in step was removed' }),
  )
})

test('a letter is deleted with its manager', async () => {
  const { id } = await aManager()
  const letter = await makeFaisDocument(server.context, { managerId: id })
  expect((await remove(id)).status).toBe(204)
  await deleteOrphans(server.context)
  expect(await storedKeys(server)).not.toContain(letter.objectKey)
})

test('a user with records to be kept is not deleted', async () => {
  const admin = await anAdmin()
  const { applicationId } = await makeClient(server.context, { application: dueForReview(server.context) })
  const path = `/api/admin/annual-reviews/${applicationId}/complete`
  await (await server.as(admin.username)).post(path, { note: 'All is well.' })
  const answer = await remove(admin.id)
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('on record') as string })
})

test('a manager whose letter was given to a client is not deleted, and neither is the letter', async () => {
  const { id } = await aManager()
  await makeFaisDocument(server.context, { managerId: id })
  const client = await makeClient(server.context, { wealthManagerId: id })
  expect((await (await server.as(client.username)).get('/api/fais-document')).status).toBe(200)
  await edit(client.id, { wealthManagerId: (await aManager()).id })
  const answer = await remove(id)
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('on record') as string })
  expect(await server.context.database.db.$count(documents, eq(documents.ownerId, id))).toBe(1)
})

describe('sessions end at once', () => {
  test.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['with another role', (id) => edit(id, { role: 'wealth_manager' })],
    ['with deactivation', (id) => edit(id, { deactivated: true })],
    ['with a reset of the password', (id) => session.post(`${pathOf(id)}/reset-password`)],
    ['when signed out everywhere', (id) => session.post(`${pathOf(id)}/sign-out`)],
    ['with the account', (id) => remove(id)],
  ])('%s', async (_, how) => {
    const { id, username } = await anAdmin()
    const theirs = await server.as(username)
    expect((await theirs.get('/api/user')).status).toBe(200)
    expect((await how(id)).status).toBeLessThan(300)
    expect((await theirs.get('/api/user')).status).toBe(401)
  })

  test('and continue where nothing of this changes', async () => {
    const { id, username } = await anAdmin()
    const theirs = await server.as(username)
    expect((await edit(id, { role: 'admin', deactivated: false })).status).toBe(200)
    expect((await theirs.get('/api/user')).status).toBe(200)
  })
})

describe('a deactivated user', () => {
  test('gets the response of a wrong password, until they are reactivated', async () => {
    const { id, username } = await anAdmin()
    await edit(id, { deactivated: true })
    const signIn = (typed: string) => server.visit().post('/api/login', { username, password: typed })
    const [right, wrong] = [await signIn(password), await signIn('another harbour wall')]
    expect([right.status, right.body]).toEqual([wrong.status, wrong.body])
    expect(right.status).toBe(401)
    await edit(id, { deactivated: false })
    expect((await signIn(password)).status).toBe(200)
  })

  test('gets no password and no mail from anyone', async () => {
    const { id, username } = await anAdmin()
    await edit(id, { deactivated: true })
    expect((await session.post(`${pathOf(id)}/reset-password`)).status).toBe(409)
    expect((await server.visit().post('/api/request-password-reset', { username })).status).toBe(200)
    expect(await mailsTo(server.context, username)).toEqual([])
  })

  test('is not in lists of managers', async () => {
    const { id } = await aManager()
    await edit(id, { deactivated: true })
    const client = await makeClient(server.context)
    const answer = await edit(client.id, { wealthManagerId: id })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'wealthManagerId' }] })
  })
})

describe('a reset password', () => {
  test('replaces the previous one, and is mailed', async () => {
    const { id, username } = await anAdmin()
    const answer = await session.post(`${pathOf(id)}/reset-password`)
    const { newPassword } = answer.body as { newPassword: string }
    expect(answer.body).toMatchObject({ username, newPassword: expect.stringMatching(/^.{14}$/u) as string })
    const signIn = (typed: string) => server.visit().post('/api/login', { username, password: typed })
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn(newPassword)).body).toMatchObject({ mustChangePassword: true })
    const [mail] = await mailsTo(server.context, username)
    expect(mail).toMatchObject({ template: 'password-reset-by-staff' })
    expect(mail?.text).toContain(newPassword)
  })
})

describe('the wealth manager of a client', () => {
  test('changes with the application, and both are recorded', async () => {
    const [before, after] = [await aManager(), await aManager()]
    const { id, applicationId } = await makeClient(server.context, { wealthManagerId: before.id })
    const answer = await edit(id, { wealthManagerId: after.id })
    expect(answer.body).toMatchObject({ wealthManagerId: after.id, wealthManagerName: 'Naledi Dube' })
    expect(await applicationOf(id)).toMatchObject({ wealthManagerId: after.id })
    const details = { from: before.id, to: after.id }
    expect((await auditAbout(server.context, id)).at(-1)).toMatchObject({
      action: 'user.manager-changed',
      details,
    })
    expect((await auditAbout(server.context, applicationId)).at(-1)).toMatchObject({
      action: 'application.manager-changed',
      details,
    })
  })

  test('may be missing, and is always missing for staff', async () => {
    const { id } = await makeClient(server.context, { wealthManagerId: (await aManager()).id })
    expect((await edit(id, { wealthManagerId: null })).body).toMatchObject({ wealthManagerId: null })
    expect(await applicationOf(id)).toMatchObject({ wealthManagerId: null })
    const admin = await anAdmin()
    expect((await edit(admin.id, { wealthManagerId: (await aManager()).id })).status).toBe(400)
  })
})
