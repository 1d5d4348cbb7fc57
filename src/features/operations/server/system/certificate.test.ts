import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { readCertificate } from './certificate.ts'
import { certificateCheck } from './checks/certificate.ts'

/** How long a created certificate is valid. */
const VALID_DAYS = 3650

let site: Server
let url: URL
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { key, certificate: cert } = await createSeal(
    'localhost',
    new Date(Date.now() - (VALID_DAYS - 20) * DAY_MS),
  )
  site = createServer({ key, cert }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  url = new URL(`https://localhost:${(site.address() as AddressInfo).port}`)
})
afterAll(async () => {
  site.close()
  await server.close()
})

const checkAfter = (days: number, baseUrl = url) =>
  certificateCheck.run({
    ...server.context,
    settings: { ...server.context.settings, baseUrl, production: true },
    https: true,
    now: () => new Date(Date.now() + days * DAY_MS),
  })

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
