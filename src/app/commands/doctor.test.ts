import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import type { Finding } from '#features/operations/server/doctor/finding.ts'
import { runCommandFile } from '#test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer } from '#test/support/server.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/support/smtp.ts'

const NOWHERE = 'postgres://onboarding@127.0.0.1:9/onboarding'

let database: TestDatabase
let smtp: TestSmtpServer
let folder: string
let settings: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  smtp = await startSmtpServer()
})
beforeEach(() => {
  folder = makeFolder('onboarding-doctor-')
  mkdirSync(path.join(folder, 'data'))
  writeFileSync(path.join(folder, 'keys'), randomBytes(32).toString('base64'), { mode: 0o600 })
  settings = {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    ENCRYPTION_KEY_FILE: path.join(folder, 'keys'),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'The firm <onboarding@firm.example>',
  }
})
afterAll(async () => {
  await smtp.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function doctor(change: Record<string, string> = {}, ...args: string[]) {
  const { code, output } = await runCommandFile('src/app/commands/doctor.ts', ['--json', ...args], {
    ...settings,
    ...change,
  })
  const { findings } = JSON.parse(output) as { findings: Finding[] }
  return { code, find: (name: string) => findings.filter((finding) => finding.name === name), findings }
}

test('a sound deployment: no problem, and every part is examined', async () => {
  const { code, findings } = await doctor()
  expect([code, findings.filter(({ state }) => state === 'problem')]).toEqual([0, []])
  const names = findings.map(({ name }) => name)
  for (const name of 'settings key seal-files disk-space files smtp address keys passkeys database clock backup'.split(
    ' ',
  ))
    expect(names).toContain(name)
  for (const name of [
    'database-role',
    'database-owner',
    'database-agreement',
    'database-privileges',
    'database-schema',
    'virus-scan',
  ])
    expect(names).toContain(name)
  expect(findings.every(({ detail }) => detail !== '')).toBe(true)
})

test('people read lines', async () => {
  const { output } = await runCommandFile('src/app/commands/doctor.ts', [], settings)
  expect(output).toMatch(/^ok {7}DATABASE_URL +Role \S+, database \S+, PostgreSQL \d+/mu)
  expect(output).toMatch(/^\d+ problems, \d+ warnings\.$/mu)
})

test('a test mail', async () => {
  const { find } = await doctor({}, '--send-test-mail', 'ops@firm.example')
  expect(find('smtp')).toMatchObject([{ state: 'ok', detail: expect.stringContaining('ops@firm.example') }])
  expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['ops@firm.example']])
})

test.each([
  ['a dead mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }, 'smtp', /ECONNREFUSED.*Check SMTP_URL/u],
  ['a dead database', { DATABASE_URL: NOWHERE }, 'database-role', /ECONNREFUSED.*Check DATABASE_URL/u],
  [
    'a seal that cannot be read',
    { SEAL_P12: '/nowhere.p12' },
    'seal-files',
    /\/nowhere\.p12, cannot be read/u,
  ],
  [
    'a dead bucket',
    { S3_BUCKET: 'b', S3_ENDPOINT: 'http://127.0.0.1:9', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
    'files',
    /ECONNREFUSED|did not answer/u,
  ],
])(
  '%s is a problem',
  async (_, change, name, detail) => {
    const { code, find } = await doctor({ ...change, BASE_URL: 'http://localhost:9' })
    expect([code, find(name)]).toMatchObject([
      1,
      [{ state: 'problem', detail: expect.stringMatching(detail) }],
    ])
  },
  60_000,
)

test.each([
  ['trusted', '1', { 'x-forwarded-for': '192.0.2.7' }, 'ok', 'answers through a trusted proxy'],
  [
    'not named by TRUST_PROXY',
    '0',
    { 'x-forwarded-for': '192.0.2.7' },
    'warning',
    'TRUST_PROXY does not name',
  ],
  ['without X-Forwarded-For', '1', {}, 'warning', 'X-Forwarded-For is missing'],
  ['absent', '0', {}, 'ok', 'answers.'],
])(
  'a proxy that is %s',
  async (_, trust, headers, state, detail) => {
    const server = await startTestServer({ settings: { trustProxy: trust === '1' ? 1 : false } })
    const proxy = createServer((request, response) => {
      const target = new URL(request.url ?? '', server.url)
      get(target, { headers }, (answer) => answer.pipe(response))
    }).listen(0, '127.0.0.1')
    try {
      await once(proxy, 'listening')
      const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const { find } = await doctor({ BASE_URL: address, TRUST_PROXY: trust })
      expect(find('address')).toMatchObject([{ state, detail: expect.stringContaining(detail) }])
    } finally {
      proxy.close()
      await server.close()
    }
  },
  60_000,
)

test('two databases are a problem', async () => {
  const other = await createTestDatabase()
  const { code, find } = await doctor({ DATABASE_OWNER_URL: other.url }).finally(() => other.drop())
  expect([code, find('database-agreement')]).toMatchObject([
    1,
    [{ state: 'problem', detail: expect.stringContaining('must name the same database') }],
  ])
})

test('a store that is not that of the database is a problem', async () => {
  const other = await createTestDatabase()
  const client = new pg.Client({ connectionString: other.url })
  await client.connect()
  await client.query('insert into store_identity (id, created_at) values (gen_random_uuid(), now())')
  await client.end()
  const urls = { DATABASE_URL: other.applicationUrl, DATABASE_OWNER_URL: other.url }
  const { code, find } = await doctor(urls).finally(() => other.drop())
  expect([code, find('store-identity')]).toMatchObject([
    1,
    [{ state: 'problem', detail: expect.stringContaining('DATA_DIR: the folder') }],
  ])
  expect((await doctor()).find('store-identity')).toMatchObject([{ state: 'ok' }])
})

test('missing and excessive privileges are problems, with the statement that corrects them', async () => {
  const swapped = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.applicationUrl }
  const { code, find } = await doctor(swapped)
  expect([code, find('database-privileges')]).toMatchObject([
    1,
    [
      { state: 'problem', detail: expect.stringMatching(/GRANT \w+ TO \w+;$/u) },
      { state: 'problem', detail: expect.stringMatching(/ALTER ROLE \w+ NOSUPERUSER;$/u) },
    ],
  ])
})

test('a database without a schema is no problem, and gets none', async () => {
  const empty = await createTestDatabase({ empty: true })
  const urls = { DATABASE_URL: empty.url, DATABASE_OWNER_URL: '' }
  for (const _ of [1, 2]) {
    const { code, find } = await doctor(urls)
    expect([code, find('database-schema')]).toMatchObject([0, [{ state: 'warning' }]])
  }
  await empty.drop()
})

test('a key file that others can read is a problem', async () => {
  chmodSync(path.join(folder, 'keys'), 0o644)
  const { code, find } = await doctor()
  expect([code, find('key')]).toMatchObject([1, [{ detail: expect.stringContaining('chmod 600') }]])
})

test('a key file is next to the data only in DATA_DIR', async () => {
  const outside = await doctor()
  expect(outside.find('protection-encryption')).toMatchObject([{ state: 'ok' }])
  const inside = path.join(folder, 'data/keys')
  copyFileSync(path.join(folder, 'keys'), inside)
  const { find } = await doctor({ ENCRYPTION_KEY_FILE: inside })
  const detail = expect.stringContaining('set ENCRYPTION_KEY_FILE to a file outside DATA_DIR')
  expect(find('protection-encryption')).toMatchObject([{ state: 'warning', detail }])
}, 60_000)

test('a former setting, and a firm without contacts in production, are warnings; an unreachable site is a problem', async () => {
  const { code, find } = await doctor({
    NODE_ENV: 'production',
    BASE_URL: 'https://localhost:2',
    TRUST_PROXY: '1',
    BRAND_LOGO_URL: '/logo.svg',
  })
  expect(find('settings').map(({ state }) => state)).toEqual(['warning', 'warning'])
  expect(find('settings')[1]?.detail).toContain('BRAND_LOGO_URL is no longer a setting')
  expect(find('address')).toMatchObject([
    { state: 'problem', detail: expect.stringContaining('ECONNREFUSED') },
  ])
  expect(code).toBe(1)
})

const firm = {
  identity: { firmName: 'Kloof Wealth', fspNumber: '12345', physicalAddress: '1 Kloof Street\nCape Town' },
  contacts: {
    supportEmail: 'help@kloof.example',
    supportPhone: '+27215550142',
    complianceName: 'Annelise Botha',
    complianceEmail: 'compliance@kloof.example',
    complaintsEmail: 'complaints@kloof.example',
  },
  links: { termsUrl: 'https://kloof.example/terms', privacyUrl: 'https://kloof.example/privacy' },
}

test('the firm that was set on screen is complete, and what it lacks is a warning', async () => {
  const other = await createTestDatabase()
  const server = await startTestServer({ database: other })
  const production = {
    NODE_ENV: 'production',
    BASE_URL: 'https://localhost:2',
    TRUST_PROXY: '1',
    DATABASE_URL: other.applicationUrl,
    DATABASE_OWNER_URL: other.url,
    ENCRYPTION_KEY_FILE: '',
    ENCRYPTION_KEY: server.context.settings.encryptionKeys ?? '',
  }
  expect((await doctor(production)).find('settings')).toMatchObject([{ state: 'warning' }])
  const owner = await makeUser(server.context, { role: 'system_administrator' })
  const session = await server.as(owner.username)
  for (const [section, values] of Object.entries(firm)) {
    const { status } = await session.put(`/api/firm/settings/${section}`, { values })
    expect([section, status]).toEqual([section, 200])
  }
  expect((await doctor(production)).find('settings')).toMatchObject([{ state: 'ok', detail: 'Complete.' }])
  await server.close()
})
