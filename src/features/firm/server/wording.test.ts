import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FirmSettingsState } from '#features/firm/api.ts'
import { wordedMailNames } from '#features/brand/rules/wording.ts'
import { eq } from 'drizzle-orm'
import { firmSettings } from '#features/brand/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { toHtml } from '#features/mail/server/templates/html.ts'
import { templates, writeMail, type MailTemplate } from '#features/mail/server/templates/templates.ts'
import { mailExamples, mailSite } from '#test/support/example-mails.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession
let owner: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  owner = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  await owner.put('/api/firm/settings/links', { values: { termsUrl: 'https://firm.example/terms' } })
})
afterAll(() => server.close())

const put = (mail: string, values: object) => admin.put(`/api/firm/settings/${mail}`, { values })
const site = () => ({ ...mailSite, branding: server.context.settings.branding, reader: null, contact: null })

test('an admin words a mail, and nothing else of the firm', async () => {
  const worded = await put('application-reminder', {
    subject: '{firmName}: carry on',
    opening: 'Next for you is {step}.\n\nWe are glad to help.',
    closing: 'Your adviser is {managerName}.',
  })
  expect([worded.status, worded.text.slice(0, 200)]).toEqual([200, expect.any(String)])
  const { subject, parts } = writeMail(
    'application-reminder',
    { fullName: 'Thandi', step: 'Net Worth' },
    site(),
  )
  expect(subject).toBe(`${server.context.settings.branding.firmName}: carry on`)
  expect(parts.map((part) => ('text' in part ? part.text : part.kind))).toEqual([
    'Dear Thandi,',
    'Next for you is Net Worth.',
    'We are glad to help.',
    'Your adviser is your wealth manager.',
    'link',
    expect.stringContaining('Questions?'),
  ])
  expect((await put('identity', { firmName: 'Mine' })).status).toBe(403)
  expect((await admin.post('/api/firm/settings/identity/restore', { version: 1 })).status).toBe(403)
  // Return to default.
  await put('application-reminder', { subject: '', opening: '', closing: '' })
  expect(writeMail('application-reminder', { fullName: null, step: 'x' }, site()).subject).toContain(
    'is waiting for you',
  )
})

test('a firm with its own wording sees when the standard has changed, until it confirms its own', async () => {
  const { id: changedBy } = await makeUser(server.context, { role: 'admin' })
  const read = async () => {
    const { sections } = (await admin.get('/api/firm/settings')).body as FirmSettingsState
    return sections.find(({ id }) => id === 'status-approved')
  }
  const opening = 'Well done, {clientName}.'
  await put('status-approved', { opening })
  const first = await read()
  expect(first?.standard).toMatchObject({
    before: null,
    now: { text: expect.stringContaining('{firmName}') },
  })
  // The same wording, saved under an earlier release.
  const version = (first?.version ?? 0) + 1
  const standard = { subject: 'As it was', text: 'The text of an earlier release.' }
  await server.context.database.db.insert(firmSettings).values({
    section: 'status-approved',
    version,
    values: { opening },
    standard,
    changed: ['opening'],
    changedBy,
    changedAt: server.context.now(),
  })
  expect((await read())?.standard?.before).toEqual(standard)
  const confirmed = await put('status-approved', { opening })
  expect(confirmed.body).toMatchObject({
    version: version + 1,
    values: { opening },
    standard: { before: null },
  })
  // Confirmed once: saving again makes no version.
  expect((await put('status-approved', { opening })).body).toMatchObject({ version: version + 1 })
  await put('status-approved', { opening: '' })
})

test('the standard wording does not depend on the firm’s settings', async () => {
  const read = async () => {
    const { sections } = (await admin.get('/api/firm/settings')).body as FirmSettingsState
    return sections.flatMap(({ standard }) => (standard === null ? [] : [standard.now]))
  }
  const before = await read()
  expect(before).toHaveLength(wordedMailNames.length)
  await owner.put('/api/firm/settings/identity', { values: { firmName: 'Another Firm' } })
  await owner.put('/api/firm/settings/hours', { values: { monday: '09:00-12:00' } })
  await owner.put('/api/firm/settings/mail', { values: { signature: 'The team' } })
  await owner.put('/api/firm/settings/reviews', { values: { reviewTo: '9' } })
  expect(await read()).toEqual(before)
  await owner.put('/api/firm/settings/identity', { values: { firmName: 'Protea Private Wealth' } })
  await owner.put('/api/firm/settings/mail', { values: { signature: '' } })
})

test('each status can have its own wording, before the one for every status', async () => {
  const write = (status: 'approved' | 'cancelled') =>
    writeMail('application-status', { fullName: 'Thandi', status, reason: null, answerBy: null }, site())
  const textsOf = ({ subject, parts }: ReturnType<typeof write>) =>
    [subject, ...parts.map((part) => ('text' in part ? part.text : ''))].join('\n')
  await put('application-status', {
    subject: 'News from {firmName}',
    opening: 'There is news, {clientName}.',
  })
  await put('status-approved', { opening: 'Well done, {clientName}.' })
  expect(textsOf(write('approved'))).toContain('News from Protea Private Wealth')
  expect(textsOf(write('approved'))).toContain('Well done, Thandi.')
  expect(textsOf(write('approved'))).not.toContain('There is news')
  expect(textsOf(write('cancelled'))).toContain('There is news, Thandi.')
  // Only a rejection has a reason.
  expect((await put('status-approved', { opening: 'Because {reason}' })).status).toBe(400)
  for (const mail of ['application-status', 'status-approved']) await put(mail, { subject: '', opening: '' })
})

test.each([
  ['opening', 'Hi {clientName}, {temporaryPassword}', '{temporaryPassword} is not available here'],
  ['opening', 'Your code is {token}', '{token} is not available here'],
  ['subject', '{__proto__}', 'is not available here'],
  ['closing', '{firmName', 'Please close every brace'],
  ['opening', 'Sign in at https://evil.example', 'is not an address of the firm'],
  ['closing', 'or at firm.example.evil.example', 'is not an address of the firm'],
  ['opening', '<a href="https://firm.example/terms">x</a>', 'Please leave out'],
  ['subject', 'a\r\nBcc: all@evil.example', 'unusual characters'],
  ['subject', 'x'.repeat(121), 'at most 120'],
  ['opening', 'x'.repeat(1501), 'at most 1500'],
])('%s: %j is rejected at its field', async (field, text, message) => {
  const answer = await put('invitation', { [field]: text })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)])
  expect(answer.body).toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ path: field })]),
  })
  const preview = { mail: 'invitation', subject: '', opening: '', closing: '', [field]: text }
  expect((await admin.post('/api/firm/wording-previews', preview)).status).toBe(400)
})

test('a signature names no other site either', async () => {
  const signed = (signature: string) => owner.put('/api/firm/settings/mail', { values: { signature } })
  expect((await signed('See https://evil.example')).status).toBe(400)
  expect((await signed('The team\nhttps://firm.example/terms')).status).toBe(200)
})

test('what a client is called stays a name: neither a placeholder nor a link nor HTML', async () => {
  await put('application-reminder', { opening: 'For {clientName} from us.' })
  const fullName = '{firmName} https://evil.example <b>x</b> {supportPhone}'
  const content = writeMail('application-reminder', { fullName, step: '<i>{firmName}</i>' }, site())
  const html = toHtml(content, site())
  const [, opening] = content.parts
  expect(opening).toMatchObject({ text: expect.not.stringMatching(/evil|https|[{}<>]/u) })
  expect(html).not.toMatch(/evil\.example|<b>|<i>/u)
  await put('application-reminder', { opening: '' })
})

describe('every other mail', () => {
  const fixed = (Object.keys(templates) as MailTemplate[]).filter(
    (name) => !wordedMailNames.some((worded) => worded === name),
  )
  test.each(fixed)('%s stays as it is', (name) => {
    const branding = { ...server.context.settings.branding, signature: 'A signature' }
    const content = writeMail(name, mailExamples[name], { ...mailSite, branding })
    expect(JSON.stringify(content)).not.toContain('A signature')
  })
})

test('the invitation keeps its button and its code whatever its wording is', async () => {
  await put('invitation', { subject: 'Welcome', opening: 'Hello {clientName}.', closing: 'Bye.' })
  const plain = writeMail('invitation', mailExamples.invitation, { ...site(), branding: mailSite.branding })
  const worded = writeMail('invitation', mailExamples.invitation, site())
  const fixedOf = ({ parts }: typeof plain) => parts.filter(({ kind }) => kind === 'link' || kind === 'code')
  expect(fixedOf(worded)).toEqual(fixedOf(plain))
  expect(fixedOf(worded).length).toBeGreaterThan(1)
})

test('a preview shows every mail with a made-up client, and stores and sends nothing', async () => {
  for (const mail of wordedMailNames) {
    const preview = await admin.post('/api/firm/wording-previews', {
      mail,
      subject: '',
      opening: 'Hello {clientName}: {managerPhone}',
      closing: '',
    })
    expect(preview.body).toMatchObject({
      subject: expect.stringMatching(/\w/u),
      text: expect.stringContaining('Hello Thandi Mokoena: +27 21 555 0142'),
    })
  }
  const { rows } = await server.context.database.pool.query('select from mail_outbox')
  expect(rows).toHaveLength(0)
})

test('a wording can be sent to oneself before it is saved, and 20 times an hour', async () => {
  const { username } = await makeUser(server.context, { role: 'admin' })
  const session = await server.as(username)
  const mail = {
    mail: 'application-status',
    subject: 'From {firmName}',
    opening: 'Hello {clientName}.',
    closing: '',
  }
  const bad = await session.post('/api/firm/test-mails', { ...mail, opening: '{temporaryPassword}' })
  expect([bad.status, bad.body]).toEqual([
    400,
    expect.objectContaining({ errors: [expect.objectContaining({ path: 'opening' })] }),
  ])
  for (let times = 0; times < 20; times += 1) {
    const name = wordedMailNames[times % wordedMailNames.length]
    const sent = await session.post('/api/firm/test-mails', { ...mail, mail: name })
    expect([name, sent.status]).toEqual([name, 204])
  }
  expect((await session.post('/api/firm/test-mails', mail)).status).toBe(429)
  const sent = await server.context.database.db
    .select({ subject: mailOutbox.subject })
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, username))
  expect(sent).toHaveLength(20)
  expect(sent[0]?.subject).toBe(`From ${server.context.settings.branding.firmName}`)
})
