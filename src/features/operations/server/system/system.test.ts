import { afterEach, describe, expect, test } from 'vitest'
import type { SystemSecurity, SystemState } from '#features/operations/api/system.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#test/support/server.ts'

let server: TestServer
afterEach(() => server.close())

async function start(options?: TestServerOptions) {
  server = await startTestServer(options)
  return server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
}

async function state(): Promise<SystemState> {
  const session = await start()
  const answer = await session.get('/api/system-admin/system')
  expect(answer.status).toBe(200)
  return answer.body as SystemState
}

const named = <Named extends { name: string }>(all: readonly Named[], name: string) => {
  const found = all.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

describe('the system', () => {
  test('is measured, part by part', async () => {
    const { checks } = await state()
    expect(checks.map(({ name }) => name)).toEqual([
      'cpu',
      'memory',
      'disk',
      'uptime',
      'database',
      'object-store',
      'mail',
      'jobs',
      'virus-scan',
      'audit-log',
      'backup',
      'servers',
      'clock',
      'webhooks',
      'single-sign-on',
      'settings',
      'proxy',
    ])
    for (const name of ['cpu', 'memory', 'disk']) expect(named(checks, name).summary).toMatch(/^\d+%/u)
    expect(named(checks, 'database').summary).toMatch(/^Version \d+/u)
    expect(named(checks, 'object-store')).toMatchObject({ health: 'healthy' })
    expect(named(checks, 'mail')).toMatchObject({ health: 'healthy', summary: '0 emails queued' })
  })

  test.each([
    ['off', 'failures', null, 'failing', 'Switched off after failures'],
    ['paused', 'address', null, 'failing', 'Paused: its address is not permitted'],
    ['on', 'person', 61, 'degraded', 'Failing for more than an hour'],
    ['on', 'person', 59, 'healthy', undefined],
    ['off', 'person', null, 'healthy', undefined],
  ] as const)(
    'shows a webhook that is %s by %s, failing for %s minutes, as %s',
    async (webhook, stateReason, minutes, health, value) => {
      const session = await start()
      const failingSince = minutes === null ? null : new Date(Date.now() - minutes * 60_000)
      await makeWebhook(server.context, { state: webhook, stateReason, failingSince })
      const { checks } = (await session.get('/api/system-admin/system')).body as SystemState
      const check = named(checks, 'webhooks')
      expect([check.health, check.figures[0]?.value]).toEqual([health, value])
    },
  )

  test('has the health of its worst part', async () => {
    const session = await start()
    await server.context.database.pool.query(
      `insert into mail_outbox (id, message_id, recipient, template, subject, text_body, html_body, created_at, next_attempt_at)
       values (gen_random_uuid(), 'x', 'x', 'x', 'x', '', '', now(), now() - interval '2 hours')`,
    )
    const { health, checks } = (await session.get('/api/system-admin/system')).body as SystemState
    expect(named(checks, 'mail')).toMatchObject({ health: 'failing', summary: '1 email queued' })
    expect(health).toBe('failing')
  })

  test('reports what fails', async () => {
    const session = await start()
    server.context.store = {
      ...server.context.store,
      check: () => Promise.reject(new Error('no such bucket')),
    }
    const { checks } = (await session.get('/api/system-admin/system')).body as SystemState
    expect(named(checks, 'object-store')).toMatchObject({ health: 'failing', summary: 'Not responding' })
    expect(named(checks, 'database').health).not.toBe('failing')
  })

  test('does not wait for a store that never answers, and reports it on the dashboard', async () => {
    const session = await start()
    server.context.store = { ...server.context.store, check: () => new Promise<never>(() => undefined) }
    const { checks } = (await session.get('/api/system-admin/system')).body as SystemState
    expect(named(checks, 'object-store').summary).toBe('No answer within 2 seconds')
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    expect((await admin.get('/api/admin/security/metrics')).body).toMatchObject({ systemStatus: 'failing' })
  })
})

async function protections(options?: TestServerOptions) {
  const session = await start(options)
  const answer = await session.get('/api/system-admin/security')
  expect(answer.status).toBe(200)
  return (answer.body as SystemSecurity).protections
}

describe('what protects this deployment', () => {
  test('is as configured: over plain HTTP, without a scanner', async () => {
    const found = await protections({ settings: { trustProxy: false, encryptionKeys: undefined } })
    expect(Object.fromEntries(found.map(({ name, state: is }) => [name, is]))).toMatchObject({
      tls: 'off',
      sessions: 'partly',
      'rate-limiting': 'on',
      addresses: 'on',
      csrf: 'partly',
      encryption: 'partly',
      'virus-scan': 'off',
      signing: 'off',
      'audit-role': 'on',
      'audit-chain': 'partly',
    })
    expect(named(found, 'encryption').detail).toContain(server.context.keyring.current.id)
  })

  test('is as configured: over HTTPS, under one address', async () => {
    const found = await protections({ https: true, settings: { baseUrl: new URL('https://site.example') } })
    expect(named(found, 'tls').state).toBe('on')
    expect(named(found, 'sessions').state).toBe('on')
    expect(named(found, 'addresses').state).toBe('on')
    expect(named(found, 'csrf')).toMatchObject({
      state: 'on',
      detail: 'Changes are accepted only from pages on https://site.example.',
    })
    expect(named(found, 'encryption').state).toBe('on')
  })

  test('reports an unconfigured proxy', async () => {
    const found = await protections({ https: true, settings: { trustProxy: false } })
    expect(named(found, 'addresses').state).toBe('off')
  })

  test.each([
    ['clean', 'on'],
    ['unknown', 'partly'],
  ] as const)('asks the scanner: where it answers %s, scanning is %s', async (is, expected) => {
    const session = await start({ settings: { clamdUrl: new URL('tcp://127.0.0.1:3310') } })
    const verdict = is === 'clean' ? ({ is } as const) : ({ is, why: 'It took too long.' } as const)
    const scan = () => Promise.resolve(verdict)
    server.context.scanner = { scanNow: scan, scanPatiently: scan }
    const { protections: found } = (await session.get('/api/system-admin/security')).body as SystemSecurity
    expect(named(found, 'virus-scan').state).toBe(expected)
  })
})
