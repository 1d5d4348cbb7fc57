import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { runBulkActions } from '#features/review/server/bulk/run-bulk-action.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let manager: HttpSession
let admin: HttpSession
let managerId = ''
beforeAll(async () => {
  server = await startTestServer()
  const { id, username } = await makeUser(server.context, {
    role: 'wealth_manager',
    fullName: 'Pieter van Wyk',
  })
  managerId = id
  manager = await server.as(username)
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const submitted = () =>
  makeClient(server.context, {
    wealthManagerId: managerId,
    fullName: 'Thandiwe Nkosi',
    application: { status: 'submitted' },
  })

const approve = ({ applicationId }: MadeClient, mail?: EditedMail) =>
  manager.put(`/api/admin/applications/${applicationId}/status`, { status: 'approved', mail })

async function preview({ applicationId: id }: MadeClient, mail?: EditedMail) {
  const answer = await manager.post('/api/staff/mail-previews', {
    call: 'PUT /api/admin/applications/{id}/status',
    params: { id },
    body: { status: 'approved', mail },
  })
  return (answer.body as AnswerOf<'POST /api/staff/mail-previews'>).mails[0]
}

test('an edited mail is sent within the frame: greeting, button and filled placeholders', async () => {
  const [edited, standard] = [await submitted(), await submitted()]
  const mail = { subject: 'Welcome, {clientName}', text: 'It was a pleasure.\n\nCall me, {managerName}.' }
  expect((await approve(edited, mail)).status).toBe(200)
  expect((await approve(standard)).status).toBe(200)
  const [[sent], [usual]] = [
    await mailsTo(server.context, edited.username),
    await mailsTo(server.context, standard.username),
  ]
  expect(sent?.subject).toBe('Welcome, Thandiwe Nkosi')
  expect(sent?.text).toMatch(/^Dear Thandiwe,\s+It was a pleasure\.\s+Call me, Pieter van Wyk\./u)
  const links = (text = '') => text.match(/https?:\/\/\S+/gu)
  expect(links(sent?.text)).toEqual(links(usual?.text))
})

test('the preview has the texts to edit, and shows the edited mail without sending it', async () => {
  const client = await submitted()
  const standard = await preview(client)
  expect(standard?.editable?.subject).toBe(standard?.subject)
  expect(standard?.text).toContain(standard?.editable?.text)
  const edited = await preview(client, { text: 'It was a pleasure.' })
  expect(edited?.text).toContain('It was a pleasure.')
  expect(edited?.subject).toBe(standard?.subject)
  expect(await mailsTo(server.context, client.username)).toEqual([])
})

test.each([
  ['a link that is not the firm’s', { text: 'Sign in at https://evil.example' }, 'mail.text'],
  ['an unknown placeholder', { subject: 'Your {temporaryPassword}' }, 'mail.subject'],
])('refuses %s, and changes nothing', async (_, mail, path) => {
  const client = await submitted()
  const refused = await approve(client, mail)
  expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path }] }])
  expect(await mailsTo(server.context, client.username)).toEqual([])
  expect((await approve(client)).status).toBe(200)
})

describe('one text for several clients', () => {
  const draft = (step: string, invited = false) =>
    makeClient(server.context, {
      wealthManagerId: managerId,
      fullName: 'Sipho Dlamini',
      invited,
      application: { currentStep: step },
    })
  const bulk = (act: object, clients: readonly MadeClient[]) => ({
    act,
    ids: clients.map(({ applicationId }) => applicationId),
  })

  test('begins with placeholders instead of one client’s facts', async () => {
    const answer = await admin.post('/api/staff/mail-previews', {
      call: 'POST /api/admin/bulk-acts',
      body: bulk({ name: 'remind' }, [await draft('assets')]),
    })
    const [mail] = (answer.body as AnswerOf<'POST /api/staff/mail-previews'>).mails
    expect(mail?.text).toContain('Assets')
    expect(mail?.editable?.text).toContain('Your next step: {step}.')
  })

  test('is filled for each, and an invitation in its place stays standard', async () => {
    const [first, second, invited] = [await draft('assets'), await draft('address'), await draft('', true)]
    const mail = { subject: 'Still there, {clientName}?', text: 'Please continue with {step}.' }
    const body = bulk({ name: 'remind', mail }, [first, second, invited])
    expect((await admin.post('/api/admin/bulk-acts', body)).status).toBe(201)
    await runBulkActions(server.context)
    const [[one], [two], [other]] = [
      await mailsTo(server.context, first.username),
      await mailsTo(server.context, second.username),
      await mailsTo(server.context, invited.username),
    ]
    expect(one?.subject).toBe('Still there, Sipho Dlamini?')
    expect(one?.text).toContain('Please continue with Assets.')
    expect(two?.text).toContain('Please continue with Address.')
    expect(other?.template).toBe('invitation')
    expect(other?.text).not.toContain('Please continue with')
  })

  test('is refused before anything starts if it has a foreign link', async () => {
    const mail = { text: 'Sign in at https://evil.example' }
    const refused = await admin.post(
      '/api/admin/bulk-acts',
      bulk({ name: 'remind', mail }, [await draft('assets')]),
    )
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: 'mail.text' }] }])
  })
})

test('invitations of system administrators to clients are sent as edited, and those to staff are fixed', async () => {
  const by = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  const mail = { subject: 'Your application, {clientName}', text: 'We look forward to it.' }
  const create = (username: string, user: object) =>
    by.post('/api/system-admin/users', { username, fullName: 'Anele Ndlovu', mail, ...user })
  const username = 'edited.user@test.example'
  const client = { role: 'client', wealthManagerId: managerId }
  expect((await create(username, client)).status).toBe(201)
  const [sent] = await mailsTo(server.context, username)
  expect(sent?.subject).toBe('Your application, Anele Ndlovu')
  expect(sent?.text).toMatch(/^Dear Anele,\s+We look forward to it\.\s+\S/u)
  expect(sent?.text).toContain('type this code')

  const awaited = await makeClient(server.context, { wealthManagerId: managerId, invited: true })
  const path = `/api/system-admin/users/${awaited.id}/reset-password`
  expect((await by.post(path, { mail: { text: 'Here it is again.' } })).status).toBe(200)
  expect((await mailsTo(server.context, awaited.username)).at(-1)?.text).toContain('Here it is again.')

  expect((await create('edited.staff@test.example', { role: 'admin' })).status).toBe(201)
  const [toStaff] = await mailsTo(server.context, 'edited.staff@test.example')
  expect(toStaff?.text).not.toContain('We look forward to it.')
  const foreign = { mail: { text: 'https://evil.example' } }
  const refused = await create('edited.foreign@test.example', { ...client, ...foreign })
  expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: 'mail.text' }] }])
})

test('an invitation, a reopening and annual reviews are sent as edited', async () => {
  const mail = { text: 'We look forward to it.' }
  const email = 'edited.invitation@test.example'
  const invited = await manager.post('/api/send-invitation', { email, fullName: 'Anele Ndlovu', mail })
  expect(invited.status).toBe(201)
  const [sent] = await mailsTo(server.context, email)
  expect(sent?.text).toMatch(/^Dear Anele,\s+We look forward to it\.\s+\S/u)
  expect(sent?.text).toContain('type this code')

  const rejected = await makeClient(server.context, {
    wealthManagerId: managerId,
    application: { status: 'rejected' },
  })
  const path = `/api/admin/applications/${rejected.applicationId}/reopen`
  expect((await admin.post(path, { reason: 'A mistake.', mail })).status).toBe(200)
  const [reopened] = await mailsTo(server.context, rejected.username)
  expect(reopened?.text).toContain('We look forward to it.')

  const due = await makeClient(server.context, {
    wealthManagerId: managerId,
    application: { status: 'onboarded', onboardedAt: new Date(Date.now() - 12 * REVIEW_MONTH_MS) },
  })
  const notify = {
    applicationIds: [due.applicationId],
    mail: { text: 'Your review is due {dueDate}. See you soon.' },
  }
  expect((await admin.post('/api/admin/annual-reviews/notify', notify)).status).toBe(200)
  const [notice] = await mailsTo(server.context, due.username)
  expect(notice?.text).toMatch(/Your review is due [^{}]+\. See you soon\./u)
})
