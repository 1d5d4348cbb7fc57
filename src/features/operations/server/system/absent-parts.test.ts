import { afterEach, expect, test } from 'vitest'
import { changeSettings } from '#test/support/change-settings.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { runCheck } from '#features/access/server/health-check.ts'
import { measure, systemChecks } from './health.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

/**
 * What each part is where it was never set up. `needed`: something protects nothing there, so it needs attention.
 * `failing`: no client can be approved without it, in a demonstration either.
 * `there`: it always exists. `optional`: a firm may do without.
 */
const parts: Readonly<Record<string, 'needed' | 'failing' | 'there' | 'optional'>> = {
  cpu: 'there',
  memory: 'there',
  disk: 'there',
  uptime: 'there',
  database: 'there',
  'object-store': 'there',
  mail: 'there',
  jobs: 'there',
  'virus-scan': 'needed',
  'audit-log': 'there',
  backup: 'needed',
  'sanctions-lists': 'failing',
  'country-lists': 'needed',
  certificate: 'there',
  servers: 'there',
  clock: 'there',
  webhooks: 'optional',
  'single-sign-on': 'optional',
  settings: 'there',
  proxy: 'optional',
}

test('the table has every check', () => {
  expect(systemChecks.map(({ name }) => name)).toEqual(Object.keys(parts))
})

async function startWithDueDiligence(demo: boolean): Promise<TestServer> {
  const started = await startTestServer({ settings: { demo } })
  changeSettings(started, { dueDiligence: { ...started.context.settings.dueDiligence, on: true } })
  return started
}

test('a part that is needed and absent is not healthy, and the state names it', async () => {
  server = await startWithDueDiligence(false)
  const needed = systemChecks.filter(({ name }) => parts[name] === 'needed')
  for (const check of needed) {
    expect((await check.run(server.context)).isAbsent).toBe(true)
    expect(await runCheck(server.context, check)).toMatchObject({ health: 'degraded' })
  }
  const failing = systemChecks.filter(({ name }) => parts[name] === 'failing')
  for (const check of failing)
    expect(await runCheck(server.context, check)).toMatchObject({ health: 'failing' })
  const { health, checks } = await measure(server.context)
  expect(health).not.toBe('healthy')
  const found = checks.filter((one) => one.health !== 'healthy').map(({ name }) => name)
  expect(found).toEqual(expect.arrayContaining([...needed, ...failing].map(({ name }) => name)))
})

test('a demonstration may do without', async () => {
  server = await startWithDueDiligence(true)
  for (const check of systemChecks.filter(({ name }) => parts[name] === 'needed')) {
    expect(await runCheck(server.context, check)).toMatchObject({ health: 'healthy' })
  }
  for (const check of systemChecks.filter(({ name }) => parts[name] === 'failing')) {
    expect(await runCheck(server.context, check)).toMatchObject({ health: 'failing' })
  }
})
