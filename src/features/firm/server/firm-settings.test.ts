import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionUser } from '#features/access/api/auth.ts'
import type { FirmSectionState, FirmSettingsState, FirmVersionState } from '#features/firm/api.ts'
import { WEEKDAYS } from '#features/brand/rules/office-sections.ts'
import { signInDefaults } from '#features/brand/rules/sign-in-section.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { adoptEnvironment } from './adopt-environment.ts'
import { firmOfRetired } from '#base/server/config/retired-settings.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import { probe } from '#base/server/nodes/probe.ts'
import { followFirm } from '#features/brand/server/load-firm.ts'
import { createNode } from '#base/server/node-state.ts'
import { completeFirm } from '#test/support/first-client.ts'
import type { HttpSession } from '#test/support/http.ts'
import { openImport } from '#test/support/imports.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const MINUTE_MS = 60_000

let server: TestServer
let owner: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
})
afterAll(() => server.close())

const put = async (section: string, values: Record<string, string>, ifMatch?: string) =>
  owner.request('PUT', `/api/firm/settings/${section}`, {
    body: { values },
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  })
const branding = async () => (await server.visit().get('/api/branding')).body as Record<string, unknown>
const state = async () => (await owner.get('/api/firm/settings')).body as FirmSettingsState
const sectionOf = async (name: string) =>
  (await state()).sections.find(({ id }) => id === name) as FirmSectionState

test('a saved value applies at once, names its source, and is one version', async () => {
  const saved = await put('contacts', { supportPhone: '0215550199' })
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({
    id: 'contacts',
    version: 1,
    sources: { supportPhone: 'database', supportEmail: 'default' },
  })
  expect((await branding())['supportPhone']).toBe('+27 21 555 0199')
  // Unchanged values make no version.
  expect((await put('contacts', { supportPhone: '021 555 0199' })).body).toMatchObject({ version: 1 })
  const versions = (await owner.get('/api/firm/settings/contacts/versions')).body as FirmVersionState[]
  expect(versions).toMatchObject([{ version: 1, fields: ['supportPhone'] }])
})

test('what another change made stale is rejected, and an earlier version comes back as a new one', async () => {
  const first = await put('identity', { firmName: 'Khumalo & Söhne Wealth' })
  const { version } = first.body as FirmSectionState
  const seen = etagOf({ id: 'identity', version })
  expect((await put('identity', { firmName: 'Second' }, seen)).status).toBe(200)
  const stale = await put('identity', { firmName: 'Third' }, seen)
  expect([stale.status, stale.body]).toEqual([412, expect.objectContaining({ code: 'version-conflict' })])
  const restored = await owner.post('/api/firm/settings/identity/restore', { version })
  expect(restored.body).toMatchObject({
    version: version + 2,
    values: { firmName: 'Khumalo & Söhne Wealth' },
  })
  expect((await owner.post('/api/firm/settings/identity/restore', { version: 999 })).status).toBe(404)
})

test.each([
  ['identity', 'firmName', 'A\r\nBcc: all@evil.example'],
  ['identity', 'firmName', 'x'.repeat(81)],
  ['identity', 'firmName', '<script>'],
  ['identity', 'fspNumber', '12a'],
  ['identity', 'physicalAddress', '<b>Here</b>'],
  ['contacts', 'supportEmail', 'help'],
  ['contacts', 'supportPhone', 'reception'],
  ['links', 'termsUrl', 'javascript:alert(1)'],
  ['links', 'termsUrl', 'http://firm.example/terms'],
  ['links', 'privacyUrl', 'https://name:secret@firm.example'],
  ['mail', 'senderName', 'Bank" <x@evil.example>'],
  ['mail', 'senderName', 'A\nBcc: b@evil.example'],
  ['mail', 'senderName', 'A\u0000B'],
  ['mail', 'senderName', 'x'.repeat(81)],
  ['mail', 'signature', '<b>The team</b>'],
  ['identity', 'firmName', 'A "B"'],
  ['contacts', 'complianceName', 'A\rB'],
  ['mail', 'replyTo', 'a@b.example, c@d.example'],
  ['references', 'prefix', 'p1'],
  ['signIn', 'selfRegistration', 'perhaps'],
  ['signIn', 'staffIdle', '4'],
  ['signIn', 'clientAbsolute', '25'],
  ['identity', '__proto__x', 'x'],
])('%s.%s: %j is rejected at its field', async (section, field, value) => {
  const answer = await put(section, { [field]: value })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ errors: [{ path: field }] })
})

test('invisible and bidirectional characters are removed from names', async () => {
  await put('mail', { senderName: 'Kh\u202eumalo\u200b  Wealth' })
  expect((await sectionOf('mail')).values['senderName']).toBe('Khumalo Wealth')
  await put('mail', { senderName: '', signature: 'The \u2066team\u2069\nof Kh\u200bumalo' })
  expect((await sectionOf('mail')).values['signature']).toBe('The team\nof Khumalo')
  await put('identity', { firmName: '\u202eProtea\u2028Private \u00adWealth', legalName: '\u200f\u200b' })
  expect((await sectionOf('identity')).values).toMatchObject({
    firmName: 'Protea Private Wealth',
    legalName: '',
  })
  await put('mail', { signature: '' })
})

test('a firm that is closed all week is rejected, and the hours stay', async () => {
  const closed = Object.fromEntries(WEEKDAYS.map((day) => [day, '']))
  const answer = await put('hours', closed)
  expect([answer.status, answer.body]).toEqual([
    400,
    expect.objectContaining({ errors: [expect.objectContaining({ path: 'monday' })] }),
  ])
  expect((await sectionOf('hours')).values['monday']).toBe('08:00-17:00')
})

test('the colours of yesterday come back as a new version, and the audit log names the fields alone', async () => {
  await put('colours', { primary: '#17392f', accent: '#7d5e22' })
  const { version } = await sectionOf('colours')
  await put('colours', { primary: '#ffee00' })
  const restored = await owner.post('/api/firm/settings/colours/restore', { version })
  expect(restored.body).toMatchObject({
    version: version + 2,
    values: { primary: '#17392f', accent: '#7d5e22' },
  })
  const { rows } = await server.context.database.pool.query<{ details: object }>(
    `select details from audit_events where action = 'firm.settings-restored' order by id desc limit 1`,
  )
  expect(rows[0]?.details).toEqual({
    section: 'colours',
    version: version + 2,
    from: version,
    fields: ['primary'],
  })
})

test('support hours and the promise are those of the firm, on pages and in mails', async () => {
  expect((await put('hours', { saturday: '09:00-12:00', closedDays: '2026-12-24 Closed' })).status).toBe(200)
  expect((await put('reviews', { reviewFrom: '4', reviewTo: '5' })).status).toBe(200)
  expect((await branding())['office']).toEqual({
    hours: 'Monday to Friday, 08:00–17:00; Saturday, 09:00–12:00 SAST',
    closedDays: ['2026-12-24'],
    reviewFrom: 4,
    reviewTo: 5,
    annualReview: { upcoming: 10, due: 12 },
  })
  const mail = { mail: 'application-submitted', subject: '', opening: '', closing: '' }
  const preview = await owner.post('/api/firm/wording-previews', mail)
  expect(preview.body).toMatchObject({ text: expect.stringContaining('within 4–5 business days') })
  const reversed = await put('reviews', { reviewFrom: '6' })
  expect([reversed.status, reversed.body]).toEqual([
    400,
    expect.objectContaining({ errors: [expect.objectContaining({ path: 'reviewTo' })] }),
  ])
  await put('reviews', { reviewFrom: '2', reviewTo: '3' })
})

test('opening the site needs the password, and requiring a second factor needs one of your own', async () => {
  const signIn = async (body: object) => owner.put('/api/firm/settings/signIn', body)
  const without = await signIn({ values: { selfRegistration: 'on' } })
  expect([without.status, without.body]).toEqual([
    400,
    expect.objectContaining({ errors: [expect.objectContaining({ path: 'password' })] }),
  ])
})

test('limits of sessions apply to the next sign-in', async () => {
  const password = 'a loud harbour wall'
  const { username } = await makeUser(server.context, { role: 'system_administrator', password })
  const enter = async () =>
    (await server.visit().post('/api/login', { username, password })).body as SessionUser
  const lastsMs = ({ sessionEndsAt }: SessionUser) => new Date(sessionEndsAt).getTime() - Date.now()
  expect((await enter()).idleTimeoutMs).toBe(29 * MINUTE_MS)
  const values = { staffIdle: '10', staffAbsolute: '2', clientIdle: '20', clientAbsolute: '3' }
  const proof = { by: 'password', password }
  const session = await server.as(username)
  const saved = await session.put('/api/firm/settings/signIn', { values, proof })
  expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ version: 1 })])
  const entered = await enter()
  expect(entered.idleTimeoutMs).toBe(9 * MINUTE_MS)
  expect(lastsMs(entered)).toBeLessThanOrEqual(120 * MINUTE_MS)
  expect(lastsMs(entered)).toBeGreaterThan(119 * MINUTE_MS)
  expect((await session.post('/api/firm/settings/signIn/restore', { version: 1 })).status).toBe(400)
  await session.put('/api/firm/settings/signIn', { values: signInDefaults, proof })
  expect(server.context.settings.sessionLimits.client.idleMs).toBe(120 * MINUTE_MS)
})

test('another server follows by the revision that it polls', async () => {
  const other = { ...server.context, node: createNode() }
  await put('links', { learnMoreUrl: 'https://firm.example/about' })
  const { status } = await probe(other)
  await followFirm(other, status?.firmRevision ?? null)
  expect(other.settings.branding.learnMoreUrl).toBe('https://firm.example/about')
  expect(status?.firmRevision).toBe(server.context.settings.firm.revision)
})

test('a restored backup brings back its versions with another revision', async () => {
  const before = server.context.settings.branding.learnMoreUrl
  await put('links', { learnMoreUrl: 'https://firm.example/after-the-backup' })
  const { version } = await sectionOf('links')
  await server.asOwner(
    `delete from firm_settings where section = 'links' and version = ${version}`,
    'update firm_state set revision = gen_random_uuid()',
  )
  const { status } = await probe({ ...server.context, node: createNode() })
  await followFirm(server.context, status?.firmRevision ?? null)
  expect(server.context.settings.branding.learnMoreUrl).toBe(before)
})

test('without the database the last good settings stay', async () => {
  const { context } = server
  const db = Object.assign(Object.create(context.database.db) as typeof context.database.db, {
    select: () => {
      throw new Error('The database does not respond.')
    },
  })
  const other = { ...context, database: { ...context.database, db } }
  await followFirm(other, 'another revision')
  expect(other.settings).toBe(context.settings)
})

test('values of another release that this one rejects leave the last good settings', async () => {
  const other = { ...server.context }
  await server.asOwner(
    `insert into firm_settings (section, version, "values", changed, changed_by, changed_at) values ('references', 900, '{"prefix": "not one"}', '{prefix}', gen_random_uuid(), now())`,
    `insert into firm_settings (section, version, "values", changed, changed_by, changed_at) values ('newer', 1, '{"x": "y"}', '{x}', gen_random_uuid(), now())`,
  )
  await followFirm(other, 'another revision')
  expect(other.settings).toBe(server.context.settings)
  await server.asOwner(`delete from firm_settings where version = 900`)
  await followFirm(other, 'another revision')
  expect(other.settings.branding.referencePrefix).not.toBe('not one')
})

test('the application cannot change or delete a version', async () => {
  const { pool } = server.context.database
  await expect(pool.query(`update firm_settings set values = '{}'`)).rejects.toThrow('permission denied')
  await expect(pool.query('delete from firm_settings')).rejects.toThrow('permission denied')
})

test('in production no one is invited before the firm is set up', async () => {
  const production = await startTestServer()
  try {
    const { settings } = production.context
    production.context.settings = {
      ...settings,
      production: true,
      firm: readSettings({
        NODE_ENV: 'production',
        BASE_URL: 'https://onboarding.firm.example',
        TRUST_PROXY: '1',
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'onboarding@firm.example',
      }).firm,
    }
    const { context } = production
    await loadFirm(context)
    const admin = await production.as((await makeUser(context, { role: 'admin' })).username)
    const manager = await makeUser(context, { role: 'wealth_manager' })
    const invitation = { email: 'new@home.example', fullName: 'Thandi Mokoena', wealthManagerId: manager.id }
    const early = await admin.post('/api/send-invitation', invitation)
    expect([early.status, early.body]).toEqual([
      409,
      expect.objectContaining({ code: 'setup-incomplete', detail: expect.stringContaining('Support email') }),
    ])
    const system = await production.as((await makeUser(context, { role: 'system_administrator' })).username)
    const imported = await openImport(admin, 'name,email\nThandi Mokoena,new@home.example\n')
    expect([imported.status, imported.body]).toEqual([
      409,
      expect.objectContaining({ code: 'setup-incomplete' }),
    ])
    const complete = await system.post('/api/firm/setup/complete', {})
    expect([complete.status, complete.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'setup-incomplete',
        errors: expect.arrayContaining([
          { path: 'contacts.supportEmail', message: 'Support email is not set' },
        ]),
      }),
    ])
    await system.put('/api/firm/settings/identity', { values: { firmName: 'Table Bay Wealth' } })
    await system.put('/api/firm/settings/contacts', {
      values: { supportEmail: 'help@firm.example', supportPhone: '0215550100' },
    })
    await system.put('/api/firm/settings/links', {
      values: { termsUrl: 'https://firm.example/terms', privacyUrl: 'https://firm.example/privacy' },
    })
    await completeFirm(system)
    expect((await admin.post('/api/send-invitation', invitation)).status).toBe(201)
  } finally {
    await production.close()
  }
})

test('values of variables of an earlier release are stored once, and then set on screen', async () => {
  const own = await startTestServer()
  try {
    const { context } = own
    const firm = firmOfRetired({
      BRAND_FIRM_NAME: 'From the environment',
      BRAND_SUPPORT_PHONE: 'reception',
      SELF_REGISTRATION: '0',
      REQUIRE_SECOND_FACTOR: '1',
      LIST_MAX_DAYS: '5',
      DRAFT_REMINDER_DAYS: '14',
    })
    await Promise.all([adoptEnvironment(context, firm), adoptEnvironment(context, firm)])
    await loadFirm(context)
    const { branding: shown, dueDiligence, draftReminderDays, selfRegistration } = context.settings
    expect([shown.firmName, dueDiligence.listMaxDays, draftReminderDays, selfRegistration]).toEqual([
      'From the environment',
      5,
      14,
      false,
    ])
    expect(context.settings.secondFactorRoles).toContain('wealth_manager')
    // What is no phone number is left out.
    expect(context.settings.firm.stored.contacts).toBeUndefined()
    await adoptEnvironment(context, { identity: { firmName: 'Again' } })
    await loadFirm(context)
    expect(context.settings.branding.firmName).toBe('From the environment')
  } finally {
    await own.close()
  }
})

test.each([
  ['dueDiligence', { wealthAsk: '' }, 'wealthAsk'],
  ['dueDiligence', { listMaxDays: '0' }, 'listMaxDays'],
  ['reminders', { draftDays: '91' }, 'draftDays'],
  ['mail', { undoSeconds: '61' }, 'undoSeconds'],
])('the section %s refuses %j', async (section, values, path) => {
  const { status, body } = await put(section, values)
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ errors: [expect.objectContaining({ path })] }),
  ])
})
