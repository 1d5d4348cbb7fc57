import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { deliverDueMail } from '#features/mail/server/deliver.ts'
import { createMailTransport, outboxFolder } from '#features/mail/server/transports/create-transport.ts'
import { linkTo, type HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession
let managerId: string
let folder: string
let now = new Date('2026-11-20T08:00:00Z').getTime()

beforeAll(async () => {
  server = await startTestServer({ settings: { demo: true }, now: () => new Date(now) })
  folder = outboxFolder(server.context.settings.dataDir)
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  managerId = (await makeUser(server.context, { role: 'wealth_manager' })).id
})
afterAll(() => server.close())

type Mails = AnswerOf<'GET /api/admin/outbox'>
const list = async (query = '') => {
  const answer = await admin.get(`/api/admin/outbox${query}`)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return { mails: answer.body as Mails, headers: answer.headers }
}

/** An invitation, sent a second after the previous one. */
async function invite(email: string, fullName = 'Zoë <b>Nkosi</b>'): Promise<string> {
  now += 1000
  const answer = await admin.post('/api/send-invitation', { email, fullName, wealthManagerId: managerId })
  expect(answer.body).toMatchObject({ emailed: false })
  await deliverDueMail(server.context, createMailTransport(server.context.settings))
  return (answer.body as { temporaryPassword: string }).temporaryPassword
}

describe('in a demonstration', () => {
  test('the list is empty before there is a mail', async () => {
    expect((await list()).mails).toEqual([])
  })

  test('mails are listed, newest first, by page', async () => {
    for (const name of ['one', 'two', 'three']) await invite(`${name}@test.example`)
    const first = await list('?limit=2')
    expect(first.mails.map(({ recipient }) => recipient)).toEqual(['three@test.example', 'two@test.example'])
    expect(first.mails[0]).toMatchObject({
      subject: 'Your invitation to Protea Private Wealth',
      writtenAt: new Date(now).toISOString(),
    })
    expect(first.headers.get('x-total-count')).toBe('3')
    const next = linkTo('next', first) ?? ''
    const last = await admin.get(next)
    expect(last.body).toMatchObject([{ recipient: 'one@test.example' }])
    expect(linkTo('next', last)).toBeNull()
  })

  test('a mail is readable in both forms, and its HTML is inert', async () => {
    await invite('reader@test.example')
    const [mail] = (await list()).mails
    const read = await admin.get(`/api/admin/outbox/${mail?.id}`)
    expect(read.body).toMatchObject({
      ...mail,
      from: 'Protea Private Wealth <onboarding@localhost>',
      text: expect.stringMatching(/^ {4}\w{4}-\w{4}-\w{4}-\w{4}$/mu),
    })
    const html = await admin.get(`/api/admin/outbox/${mail?.id}/html`)
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
    )
    expect(html.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(html.headers.get('cache-control')).toBe('no-store')
    expect(html.text).toContain('Dear Zoë,')
    expect(html.text).toContain('Begin your application')
    expect(html.text).not.toContain('href')
    // The emblem is embedded, since the frame cannot load it.
    expect(html.text).toContain('src="data:image/png;base64,iVBOR')
    expect(html.text).not.toContain('cid:')
  })

  test('anything else is missing', async () => {
    const { mails } = await list()
    mkdirSync(path.join(folder, 'a folder.eml'))
    writeFileSync(path.join(folder, 'notes.txt'), 'mine')
    writeFileSync(
      path.join(folder, '2026-11-20T08-00-00.000Z ../../etc.eml.unfinished'.replaceAll('/', '_')),
      'x',
    )
    expect((await list()).mails).toEqual(mails)
    const missing = await admin.get('/api/admin/outbox/0190b6f4-0000-7000-8000-000000000001')
    expect(missing.status).toBe(404)
    expect((await admin.get('/api/admin/outbox?cursor=../../../etc/passwd')).status).toBe(400)
  })
})

/** Deployments where mails contain real passwords, or where there are none to show. */
const others = [
  ['in production', { production: true, demo: false }],
  ['in production, whatever else is set', { production: true, demo: true }],
  ['without demo mode', { demo: false }],
  ['with a mail server', { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'a@test.example' } }],
] as const

test.each(others)('%s, the pages do not exist', async (_, settings) => {
  await invite(`secret${others.length}.${now}@test.example`)
  const [mail] = (await list()).mails
  const before = { ...server.context.settings }
  Object.assign(server.context.settings, settings)
  try {
    const addresses = ['', `/${mail?.id}`, `/${mail?.id}/html`].map((rest) => `/api/admin/outbox${rest}`)
    const unknown = await admin.get('/api/admin/outbox/0190b6f4-0000-7000-8000-000000000001')
    for (const address of addresses) {
      const answer = await admin.get(address)
      expect([answer.status, answer.text]).toEqual([404, unknown.text])
    }
    expect((await server.visit().get('/api/branding')).body).toMatchObject({ showsOutbox: false })
  } finally {
    Object.assign(server.context.settings, before)
  }
})
