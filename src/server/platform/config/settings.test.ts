import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://onboarding.example',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Firm <firm@example.com>',
  ENCRYPTION_KEY: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
}

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
    { HOST: '0.0.0.0', DEMO_PUBLIC: '1' },
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
    expect(() => readSettings(variables)).toThrow(/- DEMO: .* DEMO_PUBLIC=1/u)
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
    [{ DEMO: '1', DEMO_PUBLIC: '1' }, 'DEMO'],
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
      BRAND_SUPPORT_EMAIL: 'nobody',
      CLAMD_URL: '/run/clamd.sock',
    })
  expect(read).toThrow(/- PORT: use a number from 0 to 65535/u)
  expect(read).toThrow(/- BASE_URL: use an address/u)
  expect(read).toThrow(/- DATABASE_URL: use an address such as postgres/u)
  expect(read).toThrow(/- BRAND_SUPPORT_EMAIL: /u)
  expect(read).toThrow(/- CLAMD_URL: use an address such as tcp/u)
})

test('incomplete credentials are rejected', () => {
  expect(() => readSettings({ S3_BUCKET: 'b', AWS_ACCESS_KEY_ID: 'a' })).toThrow(/set both or neither/u)
})

test('a database owner without the application’s address is rejected', () => {
  expect(() => readSettings({ DATABASE_OWNER_URL: 'postgres://owner@localhost/x' })).toThrow(
    /- ?DATABASE_OWNER_URL: set DATABASE_URL too/u,
  )
})

test.each([
  [{ SEAL_CERTIFICATE: 'a' }, 'SEAL_CERTIFICATE and SEAL_KEY: set both or neither'],
  [{ SEAL_KEY: 'b' }, 'SEAL_CERTIFICATE and SEAL_KEY: set both or neither'],
  [
    { SEAL_CERTIFICATE: 'a', SEAL_KEY: 'b', SEAL_P12: 'c' },
    'SEAL_P12: set it or SEAL_CERTIFICATE with SEAL_KEY',
  ],
  [{ SEAL_P12_PASSWORD: 'd' }, 'SEAL_P12_PASSWORD: set SEAL_P12 too'],
  [{ SEAL_TSA_URL: 'timestamp.example' }, 'SEAL_TSA_URL: use an address such as'],
  [{ SEAL_TSA_URL: 'ftp://timestamp.example' }, 'SEAL_TSA_URL: use an address such as'],
])('a seal of %j is rejected with a message', (variables, message) => {
  expect(() => readSettings(variables)).toThrow(message)
})

test.each(['collector:4318', 'grpc://collector:4317', 'https://name:word@collector.example', 'a word'])(
  'OTLP_ENDPOINT=%s is rejected',
  (text) => expect(() => readSettings({ OTLP_ENDPOINT: text })).toThrow(/- OTLP_ENDPOINT: use an address/u),
)
