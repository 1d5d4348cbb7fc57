import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '#domain/api/contract.ts'
import type { EditedMail } from '#domain/api/edited-mail.ts'
import { makeClient, type MadeClient } from '#server/app/demo/factories/applications.ts'
import { makeUser } from '#server/app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let manager: HttpSession
let managerId = ''
beforeAll(async () => {
  server = await startTestServer()
  const { id, username } = await makeUser(server.context, {
    role: 'wealth_manager',
    fullName: 'Pieter van Wyk',
  })
  managerId = id
  manager = await server.as(username)
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
