import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readManifest } from '#features/operations/server/backup/manifest.ts'
import { runCommandFile } from '#test/support/command.ts'
import {
  createManager,
  enter,
  inviteClient,
  signOnPaper,
  submitApplication,
} from '#test/support/first-client.ts'
import { freePort } from '#test/support/free-port.ts'
import { openHttpSession } from '#test/support/http.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/support/smtp.ts'

/** The steps of `docs/install.md` in order, with production settings. */
const SITE = 'https://onboarding.firm.example'
const admin = 'owner@firm.example'
const manager = 'manager@firm.example'
const client = 'client@home.example'

let folder = ''
let database: TestDatabase
let smtp: TestSmtpServer
let server: ServerProcess | undefined
let settings: Record<string, string>

beforeAll(async () => {
  folder = makeFolder('onboarding-first-hour-')
  database = await createTestDatabase({ empty: true })
  smtp = await startSmtpServer()
  const keyFile = path.join(folder, 'encryption.keys')
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  settings = {
    NODE_ENV: 'production',
    BASE_URL: SITE,
    TRUST_PROXY: '1',
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    ENCRYPTION_KEY_FILE: keyFile,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'The firm <onboarding@firm.example>',
    BRAND_FIRM_NAME: 'Table Bay Wealth',
    BRAND_SUPPORT_EMAIL: 'help@firm.example',
    BRAND_SUPPORT_PHONE: '+27 21 555 0199',
    BRAND_TERMS_URL: 'https://firm.example/terms',
    BRAND_PRIVACY_URL: 'https://firm.example/privacy',
  }
})
afterAll(async () => {
  if (server !== undefined) await endProcess(server.process, 'SIGTERM')
  await smtp.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A browser behind the proxy: it uses the site's name, and the proxy speaks plain HTTP to the server. */
const here = () => `http://127.0.0.1:${settings['PORT']}`
const visit = () => openHttpSession(here(), { origin: SITE, 'x-forwarded-for': '192.0.2.7' })

test('a new firm, from nothing to its first submitted application and its backup', async () => {
  const made = await runCommandFile(
    'src/app/commands/create-admin.ts',
    ['--email', admin, '--name', 'Annelise Botha'],
    settings,
  )
  expect([made.code, made.output]).toEqual([0, expect.stringContaining(`Sign in at ${SITE}/auth`)])
  server = await startServerProcess(settings)
  const site = { site: SITE, address: here(), visit, smtp }
  const asAdmin = await enter(site, admin, /^ {2}(\S{14})$/mu.exec(made.output)?.[1] ?? '')
  const asManager = await createManager(site, asAdmin, manager)
  const asClient = await inviteClient(site, asManager, client)
  await submitApplication(site, { asClient, asManager, email: client }, signOnPaper)

  const target = path.join(folder, 'backup')
  const backup = await runCommandFile('src/app/commands/backup.ts', [target], settings)
  expect([backup.code, backup.code === 0 ? '' : backup.output]).toEqual([0, ''])
  expect(await readManifest(target)).toMatchObject({ objects: { count: 2 }, missing: [] })
  const verified = await runCommandFile('src/app/commands/verify-audit.ts', [], settings)
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('The audit log is intact')])
}, 180_000)
