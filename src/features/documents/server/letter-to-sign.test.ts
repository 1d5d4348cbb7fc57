import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import { makePdf } from '#test/support/files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { idIn, register, requestAddress, send, unreferenced, upload } from '#test/support/uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NO_LETTER = { status: 409, body: { detail: expect.stringContaining('There is no letter to sign yet') } }
const signed = async () => ({ bytes: await makePdf(), type: 'application/pdf' as const })

async function mailsTo(...recipients: string[]) {
  const { db } = server.context.database
  const mails = await db.select().from(mailOutbox).where(inArray(mailOutbox.recipient, recipients))
  return mails
    .filter(({ template }) => template === 'letter-missing')
    .map(({ recipient }) => recipient)
    .toSorted()
}

test('signed documents are refused while there is no letter; the manager and the admins are notified once', async () => {
  const { context } = server
  const admin = await makeUser(context, { role: 'admin' })
  const gone = await makeUser(context, { role: 'admin' })
  const { db } = context.database
  await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, gone.id))
  const manager = await makeUser(context, { role: 'wealth_manager' })
  const clients = await Promise.all([1, 2].map(() => makeClient(context, { wealthManagerId: manager.id })))
  const sessions = await Promise.all(clients.map(({ username }) => server.as(username)))
  for (const session of sessions) {
    const asked = { purpose: 'signedFais', contentType: 'application/pdf', size: 1000 }
    expect(await session.post('/api/objects/upload', asked)).toMatchObject(NO_LETTER)
    const address = await requestAddress(session)
    await send(session, address, await signed())
    expect(await register(session, 'signedFais', address)).toMatchObject(NO_LETTER)
    expect((await session.get('/api/fais-document')).status).toBe(404)
    expect((await session.get('/api/application')).body as Application).toMatchObject({
      faisDocument: null,
      faisDocumentUploaded: false,
      faisLetterAvailable: false,
    })
  }
  expect((await unreferenced(server)).filter((key) => key.startsWith('uploads'))).toEqual([])
  expect(await mailsTo(admin.username, manager.username, gone.username)).toEqual(
    [admin.username, manager.username].toSorted(),
  )

  await makeFaisDocument(context, { managerId: manager.id })
  for (const session of sessions) idIn(await upload(session, 'signedFais', await signed()))
})

test('a letter that was uploaded and withdrawn is reported missing again, once', async () => {
  const { context } = server
  const { db } = context.database
  const admin = await makeUser(context, { role: 'admin' })
  const manager = await makeUser(context, { role: 'wealth_manager' })
  const session = await server.as((await makeClient(context, { wealthManagerId: manager.id })).username)
  const ask = () => session.post('/api/objects/upload', { purpose: 'signedFais' })
  const mailsToAdmin = () => mailsTo(admin.username)
  const absence = async (times: number) => {
    for (let calls = 0; calls < 2; calls += 1) expect(await ask()).toMatchObject(NO_LETTER)
    expect(await mailsToAdmin()).toEqual(Array.from({ length: times }, () => admin.username))
  }
  await absence(1)
  await makeFaisDocument(context, { managerId: manager.id })
  expect((await ask()).status).toBe(200)
  await db.update(users).set({ faisDocumentId: null }).where(eq(users.id, manager.id))
  await absence(2)
})

test('a client whose manager was removed again is reported again', async () => {
  const { context } = server
  const system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  const admin = await makeUser(context, { role: 'admin' })
  const manager = await makeUser(context, { role: 'wealth_manager' })
  const client = await makeClient(context)
  const session = await server.as(client.username)
  const ask = () => session.post('/api/objects/upload', { purpose: 'signedFais' })
  const assign = async (wealthManagerId: string | null) =>
    expect((await system.patch(`/api/system-admin/users/${client.id}`, { wealthManagerId })).status).toBe(200)
  await ask()
  await assign(manager.id)
  await assign(null)
  await ask()
  await ask()
  expect(await mailsTo(admin.username)).toEqual([admin.username, admin.username])
})

test('a client without a manager gets an error, and the admins one notification for many simultaneous calls', async () => {
  const admin = await makeUser(server.context, { role: 'admin' })
  const session = await server.as((await makeClient(server.context)).username)
  const calls = Array.from({ length: 8 }, () =>
    session.post('/api/objects/upload', { purpose: 'signedFais' }),
  )
  for (const answer of await Promise.all(calls)) {
    expect(answer).toMatchObject({
      body: { detail: expect.stringContaining('no wealth manager is assigned') },
    })
  }
  expect(await mailsTo(admin.username)).toEqual([admin.username])
})
