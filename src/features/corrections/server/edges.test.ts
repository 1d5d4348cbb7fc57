import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import type { Corrections } from '#features/corrections/api.ts'
import { hashPassword } from '#features/sign-in/server/passwords.ts'
import { setPasswordHash } from '#features/sign-in/server/user-passwords.ts'
import { users } from '#features/access/schema/tables.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import {
  answerWithText,
  ask,
  askedOf,
  handIn,
  makeReviewed,
  note,
  type Reviewed,
} from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { createdSeal, giveSeal, sign, signingOf, readLetter } from '#test/support/signing.ts'

/** Changes around an open request: no manager, a new manager, a letter that is signed again. */
const PASSWORD = 'a quiet harbour wall'

let server: TestServer
let system: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  giveSeal(server.context, await createdSeal())
  system = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
})
afterAll(() => server.close())

let one: Reviewed
beforeEach(async () => {
  one = await makeReviewed(server, { answers: { fullName: 'Thandiwe Nkosi' } })
})

/** The mails to a user about clients. */
const mailsAboutClients = async (username: string) =>
  (await mailsTo(server.context, username)).filter(
    ({ template }) => template !== 'clients-assigned' && template !== 'clients-handed-over',
  )

const templatesTo = async (username: string) =>
  (await mailsAboutClients(username)).map(({ template }) => template)

const give = (wealthManagerId: string | null) =>
  system.patch(`/api/system-admin/users/${one.client.id}`, { wealthManagerId })

async function listed(session: HttpSession, address: string): Promise<string[]> {
  const { status, body } = await session.get(address)
  expect(status).toBe(200)
  return (body as ListedApplication[]).map(({ id }) => id)
}

test('without a manager, all active admins are notified that the client answered', async () => {
  const [admin, other, gone] = [
    await makeUser(server.context, { role: 'admin' }),
    await makeUser(server.context, { role: 'admin' }),
    await makeUser(server.context, { role: 'admin' }),
  ]
  await server.context.database.db
    .update(users)
    .set({ deactivatedAt: new Date() })
    .where(eq(users.id, gone.id))
  await ask(one.manager, one.path)
  expect((await give(null)).status).toBe(200)
  await answerWithText(one.session)
  for (const { username } of [admin, other])
    expect(await templatesTo(username)).toEqual(['corrections-answered'])
  expect(await templatesTo(gone.username)).toEqual([])
  expect(await templatesTo(one.managerUsername)).toEqual([])
})

test('a deactivated manager gets no mail about clients: the admins do', async () => {
  const admin = await makeUser(server.context, { role: 'admin' })
  await ask(one.manager, one.path)
  await server.context.database.db
    .update(users)
    .set({ deactivatedAt: new Date() })
    .where(eq(users.id, one.managerId))
  await answerWithText(one.session)
  expect(await templatesTo(one.managerUsername)).toEqual([])
  expect(await templatesTo(admin.username)).toEqual(['corrections-answered'])
})

test('a new manager takes over an open request and is notified of the answer; the previous one has no access', async () => {
  await ask(one.manager, one.path)
  const next = await makeUser(server.context, { role: 'wealth_manager' })
  await makeFaisDocument(server.context, { managerId: next.id })
  const manager = await server.as(next.username)
  expect((await manager.get(`${one.path}/corrections`)).status).toBe(404)
  expect((await give(next.id)).status).toBe(200)
  for (const refused of [
    await one.manager.get(one.path),
    await one.manager.get(`${one.path}/corrections`),
    await one.manager.post(`${one.path}/corrections/withdraw`),
  ]) {
    expect(refused.status).toBe(404)
  }
  const [mail, ...others] = await mailsAboutClients(next.username)
  expect(mail).toMatchObject({
    template: 'corrections-handed-over',
    subject: 'Now your client: Thandiwe Nkosi, with open corrections',
  })
  expect(mail?.text).toContain('was asked for corrections and has until')
  expect(others).toEqual([])
  await answerWithText(one.session)
  expect(await templatesTo(next.username)).toEqual(['corrections-handed-over', 'corrections-answered'])
  expect(await templatesTo(one.managerUsername)).toEqual([])
  const { rounds } = (await manager.get(`${one.path}/corrections`)).body as Corrections
  expect(rounds).toMatchObject([{ state: 'answered', number: 1 }])
  const verdict = `${one.path}/corrections/items/${rounds[0]?.items[0]?.id}/verdict`
  expect((await one.manager.put(verdict, { verdict: 'accepted' })).status).toBe(404)
  expect((await manager.put(verdict, { verdict: 'accepted' })).status).toBe(200)
})

test('if a client answers during a reassignment, only one manager is notified of the answer, and the new one of the open request', async () => {
  await ask(one.manager, one.path)
  const [item] = (await askedOf(one.session)).items
  await one.session.put(`/api/application/corrections/${item?.id}/reply`, { reply: 'It is right.' })
  const next = await makeUser(server.context, { role: 'wealth_manager' })
  const answers = await Promise.all([
    one.session.post('/api/application/corrections/send', { accurate: true }),
    give(next.id),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const mails = [...(await templatesTo(next.username)), ...(await templatesTo(one.managerUsername))]
  expect(mails.toSorted()).toEqual(['corrections-answered', 'corrections-handed-over'])
})

test('a new manager is notified once of an answered request; without an open request, on repetition or removal no one is', async () => {
  const [next, other] = [
    await makeUser(server.context, { role: 'wealth_manager' }),
    await makeUser(server.context, { role: 'wealth_manager' }),
  ]
  await note(one.manager, one.path, { kind: 'answer', path: 'taxIncomeNumber' })
  expect((await give(other.id)).status).toBe(200)
  expect(await templatesTo(other.username)).toEqual([])
  await ask(await server.as(other.username), one.path)
  await answerWithText(one.session)
  for (const wealthManagerId of [next.id, next.id, null]) {
    expect((await give(wealthManagerId)).status).toBe(200)
  }
  const mails = await mailsAboutClients(next.username)
  expect(mails.map(({ template }) => template)).toEqual(['corrections-handed-over'])
  expect(mails[0]?.text).toContain('The client has sent corrections. Please review them.')
  expect(await templatesTo(one.managerUsername)).toEqual([])
})

test('lists of admins and managers show whom an application waits for, and filter by it', async () => {
  const { managerId: wealthManagerId, manager } = one
  const another = await makeReviewed(server, { wealthManagerId })
  const quiet = await makeReviewed(server, { wealthManagerId })
  await ask(manager, one.path)
  await ask(manager, another.path)
  await answerWithText(another.session)
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  for (const [session, list] of [
    [manager, '/api/wealth-manager/applications'],
    [admin, '/api/admin/applications'],
  ] as const) {
    const [client, staff, all] = [
      await listed(session, `${list}?waitingOn=client`),
      await listed(session, `${list}?waitingOn=staff&status=under_review`),
      await listed(session, list),
    ]
    expect(client).toContain(one.client.applicationId)
    expect(staff).toContain(another.client.applicationId)
    for (const found of [client, staff]) {
      expect(found).not.toContain(quiet.client.applicationId)
      expect(new Set(found).isSubsetOf(new Set(all))).toBe(true)
    }
    expect(new Set(client).isDisjointFrom(new Set(staff))).toBe(true)
    expect(await listed(session, `${list}?waitingOn=staff&status=draft`)).toEqual([])
    expect((await session.get(`${list}?waitingOn=nobody`)).status).toBe(400)
  }
})

test('a manager’s list starts with the clients who answered, then the others that wait for review', async () => {
  const { managerId: wealthManagerId, manager } = one
  const draft = await makeReviewed(server, { wealthManagerId, status: 'draft' })
  const waiting = await makeReviewed(server, { wealthManagerId })
  const fresh = await makeReviewed(server, { wealthManagerId, status: 'under_review' })
  const decided = await makeReviewed(server, { wealthManagerId, status: 'approved' })
  await ask(manager, one.path)
  await ask(manager, waiting.path)
  await answerWithText(one.session)
  const list = '/api/wealth-manager/applications'
  const ids = (...of: Reviewed[]) => of.map(({ client }) => client.applicationId)
  const first = await listed(manager, list)
  expect(first.slice(0, 2)).toEqual(ids(one, fresh))
  expect(new Set(first.slice(2))).toEqual(new Set(ids(draft, waiting, decided)))
  const { rounds } = (await manager.get(`${one.path}/corrections`)).body as Corrections
  const verdict = `${one.path}/corrections/items/${rounds[0]?.items[0]?.id}/verdict`
  expect((await manager.put(verdict, { verdict: 'accepted' })).status).toBe(200)
  await answerWithText(waiting.session)
  expect((await listed(manager, list))[0]).toBe(waiting.client.applicationId)
})

test('of two who answered, the later one comes first, regardless of their submission', async () => {
  const { managerId: wealthManagerId, manager } = one
  const other = await makeReviewed(server, { wealthManagerId })
  await ask(manager, one.path)
  await ask(manager, other.path)
  await answerWithText(other.session)
  await answerWithText(one.session)
  const ids = [one.client.applicationId, other.client.applicationId]
  expect(await listed(manager, '/api/wealth-manager/applications')).toEqual(ids)
  expect(await listed(manager, '/api/wealth-manager/applications?direction=asc')).toEqual(ids.toReversed())
})

test('a question and a further document have no reason, an answer does; repeated ones have one', async () => {
  const question = { kind: 'question', question: 'Why two employers?' } as const
  const answer = { kind: 'answer', path: 'taxIncomeNumber' } as const
  const items = `${one.path}/corrections/items`
  const refused = await one.manager.post(items, { subject: answer })
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'reason', message: 'Please choose a reason' }] },
  })
  for (const subject of [question, { kind: 'additional', title: 'Proof of address' }]) {
    expect((await one.manager.post(items, { subject })).status).toBe(200)
  }
  await one.manager.post(`${one.path}/corrections/send`, {})
  expect((await askedOf(one.session)).items.map(({ reason }) => reason)).toEqual([null, null])
  const [mail] = await mailsTo(server.context, one.client.username)
  expect(mail?.text).toContain('A question')
  expect(mail?.text).not.toContain('It is incomplete')
  await answerWithText(one.session)
  const { rounds } = (await one.manager.get(`${one.path}/corrections`)).body as Corrections
  const verdict = `${items}/${rounds[0]?.items[0]?.id}/verdict`
  const again = await one.manager.put(verdict, { verdict: 'again', reason: 'incomplete' })
  expect(again.body).toMatchObject({ basket: [{ subject: question, reason: 'incomplete' }] })
})

test('“Something else” needs a comment, which is all that the client reads of it', async () => {
  const subject = { kind: 'answer', path: 'taxIncomeNumber' } as const
  const refused = {
    status: 400,
    body: { errors: [{ path: 'comment', message: 'Please tell the client what is wrong' }] },
  }
  const items = `${one.path}/corrections/items`
  for (const comment of [undefined, ' ']) {
    expect(await one.manager.post(items, { subject, reason: 'other', comment })).toMatchObject(refused)
  }
  expect(
    (await note(one.manager, one.path, subject, { reason: 'other', comment: 'Not yours.' })).status,
  ).toBe(200)
  await one.manager.post(`${one.path}/corrections/send`, {})
  await answerWithText(one.session)
  const { rounds } = (await one.manager.get(`${one.path}/corrections`)).body as Corrections
  const verdict = `${items}/${rounds[0]?.items[0]?.id}/verdict`
  // The previous reason is the default.
  expect(await one.manager.put(verdict, { verdict: 'again' })).toMatchObject(refused)
  const again = { verdict: 'again', comment: 'Still not yours.' }
  expect((await one.manager.put(verdict, again)).status).toBe(200)
})

const askForLetter = () => ask(one.manager, one.path, [{ kind: 'document', documentId: one.signedLetter.id }])

/** An answered request as shown to staff. */
async function sentBack() {
  const sent = await one.session.post('/api/application/corrections/send', { accurate: true })
  expect([sent.status, sent.status === 200 ? '' : sent.text]).toEqual([200, ''])
  const { rounds } = (await one.manager.get(`${one.path}/corrections`)).body as Corrections
  return rounds[0]
}

test('a requested signed letter is uploaded again, beside the previous one', async () => {
  await askForLetter()
  const [item] = (await askedOf(one.session)).items
  const { status, body } = await handIn(one.session, item?.id ?? '')
  expect(status).toBe(200)
  const { id } = body as { id: string }
  expect(await sentBack()).toMatchObject({
    state: 'answered',
    items: [{ document: { id: one.signedLetter.id }, file: { id, name: 'april.pdf' } }],
  })
  expect((await one.session.get('/api/application')).body).toMatchObject({ faisDocument: { id } })
})

test('it can also be signed again on screen', async () => {
  const passwordHash = await hashPassword(PASSWORD)
  await server.context.database.db.transaction((tx) => setPasswordHash(tx, one.client.id, passwordHash))
  await askForLetter()
  const signing = signingOf(await readLetter(one.session), PASSWORD)
  const signed = await sign({ session: one.session, signing })
  expect([signed.status, signed.status === 200 ? '' : signed.text]).toEqual([200, ''])
  const { documentId: id } = signed.body as { documentId: string }
  expect((await askedOf(one.session)).items).toMatchObject([{ done: true, file: { id } }])
  expect(await sentBack()).toMatchObject({
    state: 'answered',
    items: [{ document: { id: one.signedLetter.id }, file: { id } }],
  })
  expect((await sign({ session: one.session, signing })).status).toBe(409)
})

test('while something else is requested, nothing can be signed', async () => {
  await ask(one.manager, one.path)
  const signed = await sign({
    session: one.session,
    signing: signingOf(await readLetter(one.session), PASSWORD),
  })
  expect(signed).toMatchObject({ status: 409, body: { code: 'not-open' } })
})
