import { describe, expect, test } from 'vitest'
import { problemsWith, production, wrongSettings } from '#test/support/wrong-settings.ts'
import { environmentSchema } from './environment.ts'
import { misspeltNames } from '#base/server/config/misspelt-names.ts'
import { retiredSettings } from '#base/server/config/retired-settings.ts'
import { readSettings } from './settings.ts'

describe('without any configuration', () => {
  const settings = readSettings({})

  test('demo mode, the embedded database, the local disk, mail as files, loopback', () => {
    expect(settings).toMatchObject({ demo: true, host: '127.0.0.1', port: 3000, selfRegistration: true })
    expect([settings.databaseUrl, settings.s3, settings.mail.smtpUrl, settings.baseUrl]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
  })

  test('an empty variable counts as unset', () => {
    expect(readSettings({ PORT: '', DEMO: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, demo: true })
  })
})

test('with a configured database there is no demo data, and no registration', () => {
  expect(readSettings({ DATABASE_URL: 'postgres://localhost/x' })).toMatchObject({
    demo: false,
    selfRegistration: false,
  })
})

test.each([
  ['0', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['192.0.2.7, fd00::/8', '192.0.2.7, fd00::/8'],
])('TRUST_PROXY=%s', (text, trusted) => expect(readSettings({ TRUST_PROXY: text }).trustProxy).toBe(trusted))

test.each(['true', 'yes', 'all', '0.0.0.0/0', 'proxy.example', '1,proxy'])(
  'TRUST_PROXY=%s is rejected',
  (text) =>
    expect(() => readSettings({ TRUST_PROXY: text })).toThrow(/- TRUST_PROXY: set the number of proxies/u),
)

describe('demo mode', () => {
  test.each([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.8.0.1', BASE_URL: 'http://demo.localhost:3000' },
    { HOST: '0.0.0.0', DEMO: 'public' },
    { HOST: '0.0.0.0', DEMO: '0' },
    { HOST: '0.0.0.0', DATABASE_URL: 'postgres://localhost/x' },
  ])('is on with %j', (variables) => {
    expect(() => readSettings(variables)).not.toThrow()
  })

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.1' },
    { HOST: 'localhost.example' },
    { BASE_URL: 'https://onboarding.example' },
    { HOST: '10.0.0.1', DATABASE_URL: 'postgres://localhost/x', DEMO: '1' },
  ])('is not on by default with %j', (variables) => {
    expect(() => readSettings(variables)).toThrow(/- DEMO: .* DEMO=public/u)
  })
})

test.each(['tcp://127.0.0.1:3310', 'tcp://scanner', 'tcp://[::1]:3310', 'unix:///run/clamav/clamd.ctl'])(
  'CLAMD_URL=%s',
  (text) => expect(readSettings({ CLAMD_URL: text }).clamdUrl?.href).toBe(text),
)

describe('production', () => {
  test('starts with the required settings', () => {
    expect(readSettings(production)).toMatchObject({ production: true, demo: false, selfRegistration: false })
  })

  test('starts without a proxy if configured so', () => {
    expect(readSettings({ ...production, TRUST_PROXY: '0' }).trustProxy).toBe(false)
  })

  test.each([
    [{ DEMO: '1' }, 'DEMO'],
    [{ BASE_URL: 'http://onboarding.example' }, 'BASE_URL'],
    [{ BASE_URL: undefined }, 'BASE_URL'],
    [{ TRUST_PROXY: undefined }, 'TRUST_PROXY'],
    [{ DEMO: 'public' }, 'DEMO'],
    [{ S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3.example' }, 'S3_ENDPOINT'],
    [{ ENCRYPTION_KEY: undefined }, 'ENCRYPTION_KEY'],
    [{ SMTP_URL: undefined }, 'SMTP_URL'],
    [{ MAIL_FROM: '' }, 'MAIL_FROM'],
  ])('rejects %j', (change, variable) => {
    expect(() => readSettings({ ...production, ...change })).toThrow(new RegExp(`- ${variable}: `, 'u'))
  })
})

test('all problems are reported at once, with what to set', () => {
  const read = () =>
    readSettings({
      PORT: 'high',
      BASE_URL: 'onboarding',
      DATABASE_URL: 'mysql://x',
      S3_ENDPOINT: 'nowhere',
      CLAMD_URL: '/run/clamd.sock',
    })
  expect(read).toThrow(/- PORT: use a number from 0 to 65535/u)
  expect(read).toThrow(/- BASE_URL: use an address/u)
  expect(read).toThrow(/- DATABASE_URL: use an address with the name of the database/u)
  expect(read).toThrow(/- S3_ENDPOINT: /u)
  expect(read).toThrow(/- CLAMD_URL: use an address such as tcp/u)
})

test.each(wrongSettings.map((row) => [row.set, row] as const))(
  '%j is rejected',
  (_, { mode, set, message }) => {
    const rest = mode === 'production' ? production : {}
    expect(() => readSettings({ ...rest, ...set })).toThrow(`  - ${message}`)
  },
)

/** Each message says what to do, in one of these words. */
const ACTION = /\b(?:use|set|leave|remove|correct|rename|choose)\b/u

test('each wrong setting is reported by name, with an action', () => {
  const lines = wrongSettings.flatMap(problemsWith)
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.filter((line) => !/^[A-Z][A-Z0-9_]*(?: and [A-Z0-9_]+)?: /u.test(line))).toEqual([])
  expect(lines.filter((line) => !ACTION.test(line.replace(/^[^:]*: /u, '')))).toEqual([])
})

test.each([
  { MAIL_FROM: 'onboarding@firm.example' },
  { MAIL_FROM: '"The Firm, Ltd" <onboarding@firm.example>' },
  { BASE_URL: 'https://onboarding.example/', DEMO: '0' },
])('%j is accepted', (set) => {
  expect(() => readSettings(set)).not.toThrow()
})

test('variables of other programs are not mistaken for settings', () => {
  const known = Object.keys(environmentSchema.shape)
  const others = [
    'HOME PATH HOSTNAME NODE_PATH NODE_OPTIONS AWS_PROFILE AWS_SESSION_TOKEN https_proxy LANG PWD USER TERM',
    'DATABASE_SERVICE_HOST DATABASE_PORT DATABASE_PORT_5432_TCP_ADDR SMTP_SERVICE_PORT POSTGRES_PASSWORD',
    'DATABASE_PASSWORD DATABASE_OWNER_PASSWORD',
  ].flatMap((names) => names.split(' '))
  expect(misspeltNames([...others, ...known], known)).toEqual([])
})

test('the firm of a demonstration is never shown in production', () => {
  const { branding, missingFirmSettings } = readSettings(production)
  expect(JSON.stringify(branding)).not.toMatch(/protea|example/iu)
  expect(missingFirmSettings).toEqual([
    'Firm name',
    'FSP number',
    'Physical address',
    'Support email',
    'Support phone',
    'Compliance officer',
    'Compliance email',
    'Complaints email',
    'Terms of service',
    'Privacy policy',
  ])
  expect(readSettings({}).missingFirmSettings).toEqual([])
})

test('there are at most 42 settings: what a firm decides is set on screen', () => {
  expect(Object.keys(environmentSchema.shape).length).toBeLessThanOrEqual(42)
})

test('a variable of an earlier release prevents no start, and is named with what to do', () => {
  const released =
    'BACKUP_KEEP_DAILY BACKUP_KEEP_WEEKLY BRAND_BUILDER_NAME BRAND_BUILDER_URL BRAND_FIRM_NAME BRAND_LEARN_MORE_URL BRAND_LOGO_URL BRAND_PRIVACY_URL BRAND_REFERENCE_PREFIX BRAND_SUPPORT_EMAIL BRAND_SUPPORT_PHONE BRAND_TAGLINE BRAND_TERMS_URL DEMO_PUBLIC MIN_FREE_DISK_MB REQUIRE_SECOND_FACTOR SELF_REGISTRATION SHUTDOWN_PAUSE_SECONDS UNDO_SECONDS'
  const names = released.split(' ')
  const { retired } = readSettings({ ...production, ...Object.fromEntries(names.map((name) => [name, '1'])) })
  expect(retired.map((notice) => notice.split(' ')[0]).toSorted()).toEqual(names)
  expect(retired).toContain(
    'BRAND_FIRM_NAME is no longer a setting: this is set under System Administration, Firm. Remove it from .env.',
  )
  expect(Object.keys(retiredSettings).filter((name) => Object.hasOwn(environmentSchema.shape, name))).toEqual(
    [],
  )
})
