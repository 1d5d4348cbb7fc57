import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import type { Context } from '#base/server/context.ts'
import { readCertificate } from './certificate.ts'
import { certificateCheck } from './checks/certificate.ts'

let site: Server
let url: URL
beforeAll(async () => {
  const folder = makeFolder('onboarding-certificate-')
  const [key, cert] = ['key', 'cert'].map((name) => path.join(folder, name))
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '20',
  ]
  execFileSync('openssl', [...request, '-subj', '/CN=localhost', '-keyout', key ?? '', '-out', cert ?? ''], {
    stdio: 'ignore',
  })
  site = createServer({ key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  url = new URL(`https://localhost:${(site.address() as AddressInfo).port}`)
  rmSync(folder, { recursive: true })
})
afterAll(() => site.close())

const checkAfter = (days: number, baseUrl = url) =>
  certificateCheck.run({
    settings: { baseUrl, production: true },
    https: true,
    now: () => new Date(Date.now() + days * DAY_MS),
  } as unknown as Context)

test('says how long a certificate is valid, and why browsers refuse it', async () => {
  expect(await readCertificate(url, new Date())).toMatchObject({
    daysLeft: 19,
    refusedFor: expect.stringContaining('SELF_SIGNED'),
  })
})

test('a certificate that expired is failing', async () => {
  expect(await checkAfter(0)).toMatchObject({ health: 'failing', summary: 'Valid for 19 days' })
  expect(await checkAfter(21)).toMatchObject({ health: 'failing', summary: 'Expired' })
})

test('a site that does not answer needs attention', async () => {
  expect(await checkAfter(0, new URL('https://127.0.0.1:9'))).toMatchObject({
    health: 'degraded',
    summary: '127.0.0.1:9 does not answer from this server',
  })
})
