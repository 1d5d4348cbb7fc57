import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmationNames } from '#domain/applications/wizard/confirmations.ts'
import { readManifest } from '#server/features/backup/manifest.ts'
import { completeAnswers } from '#domain/applications/wizard/complete-answers.ts'
import { runCommandFile } from '#test/support/command.ts'
import { makePdf } from '#test/support/files.ts'
import { openHttpSession, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/support/smtp.ts'
import { raw } from '#test/support/uploads.ts'

/** What `docs/install.md` tells a new firm to do, in its order, with production's settings. */
const SITE = 'https://onboarding.firm.example'
const admin = 'owner@firm.example'
const manager = 'manager@firm.example'
const client = 'client@home.example'
const chosen = 'a lighthouse in the fog'

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
  }
})
afterAll(async () => {
  if (server !== undefined) await endProcess(server.process, 'SIGTERM')
  await smtp.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A browser behind the proxy: it comes by the site's name, and the proxy speaks plain HTTP to the server. */
const here = () => `http://127.0.0.1:${settings['PORT']}`
const visit = () => openHttpSession(here(), { origin: SITE, 'x-forwarded-for': '192.0.2.7' })

function expectStatus(status: number, answer: HttpAnswer): HttpAnswer {
  expect([answer.status, answer.status === status ? '' : answer.text]).toEqual([status, ''])
  return answer
}

/** Signs in with a temporary password, and chooses another, as everybody does the first time. */
async function enter(username: string, password: string): Promise<HttpSession> {
  const session = visit()
  const signedIn = expectStatus(200, await session.post('/api/login', { username, password }))
  expect(signedIn.body).toMatchObject({ mustChangePassword: true })
  expect([...session.cookies.keys()].some((name) => name.startsWith('__Host-'))).toBe(true)
  const change = { currentPassword: password, newPassword: chosen }
  expectStatus(200, await session.post('/api/change-password', change))
  return session
}

/** The temporary password in the first mail that somebody gets. */
async function passwordMailedTo(address: string): Promise<string> {
  const mail = () => smtp.arrived.find(({ recipients }) => recipients.includes(address))
  await expect.poll(mail, { timeout: 20_000 }).toBeDefined()
  const lines = (mail()?.parsed.text ?? '').split('\n').map((line) => line.trim())
  return lines.find((line) => /^\S{14}$/u.test(line)) ?? lines.join('\n')
}

/** Sends a file to an address that was asked for. @returns what it is registered by */
async function sendFile(session: HttpSession, asked: HttpAnswer): Promise<string> {
  const { uploadURL } = expectStatus(200, asked).body as { uploadURL: string }
  const { pathname, search } = new URL(uploadURL, SITE)
  const body = new Uint8Array(await makePdf())
  const headers = { 'content-type': 'application/pdf', origin: SITE }
  const sent = await raw(session, `${here()}${pathname}${search}`, { method: 'PUT', body, headers })
  expect([sent.status, sent.status === 204 ? '' : sent.bytes.toString()]).toEqual([204, ''])
  return uploadURL.split('?')[0] ?? ''
}

test('a new firm, from nothing to its first submitted application and its backup', async () => {
  const made = await runCommandFile(
    'src/server/app/commands/create-admin.ts',
    ['--email', admin, '--name', 'Annelise Botha'],
    settings,
  )
  expect([made.code, made.output]).toEqual([0, expect.stringContaining(`Sign in at ${SITE}/auth`)])
  server = await startServerProcess(settings)
  const asAdmin = await enter(admin, /^ {2}(\S{14})$/mu.exec(made.output)?.[1] ?? '')

  const asked = await asAdmin.post('/api/fais-documents/upload', {})
  const faisDocumentPath = await sendFile(asAdmin, asked)
  const newManager = { username: manager, fullName: 'Naledi Dube', role: 'wealth_manager', faisDocumentPath }
  expectStatus(201, await asAdmin.post('/api/system-admin/users', newManager))

  const asManager = await enter(manager, await passwordMailedTo(manager))
  expectStatus(
    201,
    await asManager.post('/api/send-invitation', { email: client, fullName: 'Thandi Mokoena' }),
  )
  const asClient = await enter(client, await passwordMailedTo(client))

  const letter = await raw(asClient, `${here()}/api/fais-document`)
  expect([letter.status, letter.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const { emailAddress: _, ...answers } = completeAnswers(client)
  expectStatus(200, await asClient.put('/api/application', answers))
  const signed = await asClient.post('/api/objects/upload', { purpose: 'signedFais' })
  const registered = { faisDocumentURL: await sendFile(asClient, signed), fileName: 'signed.pdf' }
  expectStatus(200, await asClient.put('/api/fais-uploads', registered))
  const confirmations = Object.fromEntries(confirmationNames.map((name) => [name, true]))
  expectStatus(200, await asClient.put('/api/application', { confirmations }))
  const submitted = expectStatus(200, await asClient.post('/api/application/submit'))
  expect(submitted.body).toMatchObject({ status: 'submitted' })
  const seen = expectStatus(200, await asManager.get('/api/wealth-manager/applications'))
  expect(seen.body).toEqual([expect.objectContaining({ status: 'submitted' })])

  const target = path.join(folder, 'backup')
  const backup = await runCommandFile('src/server/app/commands/backup.ts', [target], settings)
  expect([backup.code, backup.code === 0 ? '' : backup.output]).toEqual([0, ''])
  expect(await readManifest(target)).toMatchObject({ objects: { count: 2 }, missing: [] })
  const verified = await runCommandFile('src/server/app/commands/verify-audit.ts', [], settings)
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('The audit log is intact')])
}, 180_000)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  return port
}
