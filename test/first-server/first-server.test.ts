import { FIRM_FILE_FORMAT } from '#features/firm/server/transfer/firm-file.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { existsSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createManager,
  enter,
  enterAgain,
  inviteClient,
  signOnScreen,
  submitApplication,
  type NewSite,
} from '#test/support/first-client.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { hasPdfsig, isSigned, pdfsig } from '#test/support/pdfsig.ts'
import { testsUseBuckets } from '#test/support/s3-endpoint.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/support/smtp.ts'
import { openMachine, type Machine } from './machine.ts'

/** docs/install.md from start to end: from a tarball to an upgrade under load and a restore. */
const admin = 'owner@firm.example'
const client = 'client@home.example'
const other = 'other@home.example'
vi.setConfig({ testTimeout: 300_000 })
const OFTEN = { timeout: 60_000, interval: 200 }

let machine: Machine
let smtp: TestSmtpServer
let site: NewSite
let asManager: HttpSession
let saving: HttpSession

beforeAll(async () => {
  smtp = await startSmtpServer()
  machine = await openMachine()
  const visit = () => openHttpSession(machine.url)
  site = { site: machine.url, address: machine.url, visit, smtp }
}, 120_000)
afterAll(async () => {
  await machine.close()
  await smtp.close()
})

let begun = 0
beforeEach(() => {
  begun = performance.now()
})
afterEach(({ task }) => {
  const seconds = (performance.now() - begun) / 1000
  process.stdout.write(`  ${seconds.toFixed(1).padStart(6)} s  ${task.name}\n`)
})

let store: Awaited<ReturnType<Machine['startStore']>> | null = null
const setupOptions = () =>
  Object.entries({
    ...(store !== null && {
      's3-bucket': store.bucket,
      's3-endpoint': store.endpoint,
      's3-region': store.region,
      's3-access-key-id': store.accessKeyId,
      's3-secret-access-key': store.secretAccessKey,
    }),
    'base-url': machine.url,
    'firm-name': 'Table Bay Wealth',
    'smtp-url': smtp.url,
    'mail-from': 'onboarding@firm.example',
    'support-email': 'help@firm.example',
    'support-phone': '+27 21 555 0199',
    'terms-url': 'https://firm.example/terms',
    'privacy-url': 'https://firm.example/privacy',
    'database-superuser-url': machine.superuserUrl,
    'admin-email': admin,
    'admin-name': 'Annelise Botha',
    port: String(machine.port),
    'data-dir': machine.inHome('data'),
    'key-file': machine.inHome('keys/encryption.keys'),
    user: machine.user,
    'write-to': machine.inHome('written'),
  }).flatMap(([name, value]) => [`--${name}`, value])

test('PostgreSQL with TLS', () => machine.startDatabase())

test.runIf(testsUseBuckets())('an S3 server behind HTTPS', async () => {
  store = await machine.startStore()
})

test('unpack the release', () => machine.install())

let temporaryPassword = ''
test('setup', async () => {
  const tried = await machine.onboarding('setup', ...setupOptions(), '--dry-run')
  expect([tried.code, tried.output]).toEqual([0, expect.stringContaining('Nothing was changed')])
  expect(existsSync(machine.inHome('.env'))).toBe(false)
  const { code, output } = await machine.onboarding('setup', ...setupOptions())
  temporaryPassword = /^ {2}(\S{14})$/mu.exec(output)?.[1] ?? ''
  expect([code, output]).toEqual([0, expect.stringContaining(`Sign in at ${machine.url}/auth`)])
  expect(output).toMatch(/^0 problems, \d warnings/mu)
  for (const file of ['.env', 'keys/encryption.keys'])
    expect(statSync(machine.inHome(file)).mode & 0o777).toBe(0o600)
  const again = await machine.onboarding('setup', ...setupOptions())
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('not overwritten without --force')])
  // Second factors of staff are tested elsewhere.
  const file = machine.inHome('sign-in.json')
  writeFileSync(
    file,
    JSON.stringify({ format: FIRM_FILE_FORMAT, sections: { signIn: { secondFactor: 'optional' } } }),
  )
  const changed = await machine.onboarding('firm:import', file)
  expect([changed.code, changed.code === 0 ? '' : changed.output]).toEqual([0, ''])
})

test('a seal, for signatures on screen', async () => {
  const folder = machine.inHome('keys/seal')
  const { code, output } = await machine.onboarding(
    'seal:create',
    '--name',
    'Table Bay Wealth',
    '--folder',
    folder,
  )
  expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  machine.changeSettings({ SEAL_CERTIFICATE: `${folder}/seal.crt`, SEAL_KEY: `${folder}/seal.key` })
})

test('start the server and nginx', async () => {
  machine.startServer()
  machine.startProxy()
  await expect.poll(() => statusOf('/readyz'), OFTEN).toBe(200)
})

test('the doctor finds no problem, and sends a test mail', async () => {
  const { code, output } = await machine.onboarding('doctor', '--send-test-mail', admin)
  expect([code, output]).toEqual([0, expect.stringContaining(`Accepted a test mail to ${admin}`)])
  expect(output).toContain(`${machine.url} answers through a trusted proxy.`)
})

test('the first administrator, manager, client; a signed, submitted application', async () => {
  const asAdmin = await enter(site, admin, temporaryPassword)
  asManager = await createManager(site, asAdmin, 'manager@firm.example')
  const asClient = await inviteClient(site, asManager, client)
  const people = { asClient, asManager, email: client }
  const signed = await submitApplication(site, people, signOnScreen)
  const verified = await fetch(`${machine.url}/api/verify-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf', origin: machine.url },
    body: new Uint8Array(signed),
  })
  expect(await verified.json()).toMatchObject({ is: 'intact' })
  if (hasPdfsig) expect(isSigned(pdfsig(machine.inHome('signed.pdf'), signed))).toBe(true)
  saving = await inviteClient(site, asManager, other)
})

let backup = ''
test('backup and its check', async () => {
  const { code, output } = await machine.onboarding('backup', '--into', machine.inHome('backups'))
  expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  backup = /Backed up to (\S+),/u.exec(output)?.[1] ?? ''
  const checked = await machine.onboarding('backup:check', backup)
  expect([checked.code, checked.code === 0 ? '' : checked.output]).toEqual([0, ''])
})

test('upgrade under load', async () => {
  const before = scriptsOf(await page())
  const { failures, requests, result } = await underLoad(() => machine.upgrade(machine.next.tarball))
  process.stdout.write(`${result.output}  ${requests} requests, ${failures.length} failed\n`)
  expect([result.code, failures]).toEqual([0, []])
  expect(requests).toBeGreaterThan(100)
  expect(await releasesServing()).toEqual([machine.next.name])
  const after = scriptsOf(await page())
  expect(after).not.toEqual(before)
  // A page opened before the upgrade keeps working: its old script is still served.
  expect(existsSync(machine.inHome('current/dist/client', before[0] ?? ''))).toBe(false)
  for (const script of [...before, ...after]) expect([script, await statusOf(script)]).toEqual([script, 200])
})

test('a problem that the doctor finds stops an upgrade before anything is changed', async () => {
  machine.changeSettings({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const { code, output } = await machine
    .upgrade(machine.broken.tarball)
    .finally(() => machine.changeSettings({ SMTP_URL: smtp.url }))
  expect([code, output]).toEqual([1, expect.stringContaining('Nothing was changed.')])
  expect(output).toMatch(/^problem +Mail server +.*ECONNREFUSED/mu)
  expect(readlinkSync(machine.inHome('current'))).toBe(`releases/${machine.next.name}`)
})

test('upgrade to a release that does not start, under load', async () => {
  const { failures, result } = await underLoad(() => machine.upgrade(machine.broken.tarball, '--wait', '15'))
  expect([result.code, result.output]).toEqual([1, expect.stringContaining('is current again and serves')])
  expect(failures).toEqual([])
  expect(readlinkSync(machine.inHome('current'))).toBe(`releases/${machine.next.name}`)
})

test('restore into an empty database', async () => {
  await machine.stopServer()
  await machine.emptyDatabase()
  const { code, output } = await machine.onboarding('restore', backup)
  expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  machine.startServer()
  await expect.poll(() => statusOf('/readyz'), OFTEN).toBe(200)
  const again = await enterAgain(site, 'manager@firm.example')
  const { body } = await again.get('/api/wealth-manager/applications')
  expect(body).toContainEqual(expect.objectContaining({ status: 'submitted' }))
  const verified = await machine.onboarding('audit:verify')
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('The audit log is intact')])
})

const statusOf = (address: string) =>
  fetch(`${machine.url}${address}`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
  )

const page = () => fetch(`${machine.url}/auth`).then((answer) => answer.text())

const scriptsOf = (html: string) =>
  [...html.matchAll(/"(\/assets\/[\w-]+\.js)"/gu)].map(([, script = '']) => script)

async function releasesServing() {
  const { body } = await site.visit().get('/healthz?verbose')
  return (body as { versions: string[] }).versions
}

/** Counts responses other than 200 to saves, reads and page loads during the upgrade. */
async function underLoad<Result>(work: () => Promise<Result>) {
  const failures: string[] = []
  let requests = 0
  const over = new AbortController()
  const note = (what: string, status: number | string) => {
    requests += 1
    if (status !== 200) failures.push(`${what}: ${status}`)
  }
  const loops = [
    async () => note('save', (await saving.put('/api/application', { city: `City ${requests}` })).status),
    async () => note('list', (await asManager.get('/api/wealth-manager/applications')).status),
    async () => {
      for (const script of scriptsOf(await page())) note(script, await statusOf(script))
    },
    async () => {
      note('page', await statusOf('/auth'))
      await wait(20)
    },
  ].map(async (loop) => {
    while (!over.signal.aborted) await loop().catch((error: unknown) => note('request', String(error)))
  })
  const result = await work().finally(() => over.abort())
  await Promise.all(loops)
  return { failures, requests, result }
}
