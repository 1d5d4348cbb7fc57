import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { createNode } from '#base/server/node-state.ts'
import { heardLog } from '#test/support/heard-log.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The log's warnings for three requests through a proxy on this machine. */
async function warningsWith(trustProxy: Settings['trustProxy'], headers: Record<string, string>) {
  const { log, heard } = heardLog()
  const { context } = server
  const app = await buildApp({
    ...context,
    node: createNode(),
    log,
    settings: { ...context.settings, trustProxy },
  })
  for (let count = 0; count < 3; count += 1) await app.inject({ url: '/healthz', headers })
  await app.close()
  return heard()
    .split('\n')
    .filter((line) => line.includes('TRUST_PROXY'))
}

const forwarded = { 'x-forwarded-for': '198.51.100.7' }

test.each<[Settings['trustProxy']]>([[false], ['10.0.0.0/8']])(
  'a proxy that TRUST_PROXY=%s does not name is logged once',
  async (trustProxy) => {
    const warnings = await warningsWith(trustProxy, forwarded)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('127.0.0.1')
  },
)

test.each<[Settings['trustProxy'], Record<string, string>]>([
  [1, forwarded],
  [2, forwarded],
  ['127.0.0.1', forwarded],
  [false, {}],
])('nothing is logged with TRUST_PROXY=%s and %j', async (trustProxy, headers) => {
  expect(await warningsWith(trustProxy, headers)).toEqual([])
})
