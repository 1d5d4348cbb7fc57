import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { publishDueEvents } from '#features/integrations/server/webhooks/publish.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the first five minutes of docs/integrations.md run as written', async () => {
  const { context, url } = server
  const { token } = await makeApiToken(context)
  const [first = '', then = ''] = [
    ...readFileSync('docs/integrations.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/gu),
  ].map(([, script = '']) => script.replace(/^SITE=\S+ TOKEN=\S+$/mu, `SITE=${url} TOKEN=${token}`))
  expect(first).toContain(token)
  const run = async (script: string) =>
    (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])).stdout
  const manager = await makeUser(context, { role: 'wealth_manager' })
  const { applicationId } = await makeClient(context, {
    wealthManagerId: manager.id,
    application: { status: 'submitted' },
  })
  expect(await run(first)).toMatch(new RegExp(`"scopes":.*${applicationId}.*\\[\\]$`, 'u'))
  const session = await server.as(manager.username)
  await session.put(`/api/admin/applications/${applicationId}/status`, { status: 'under_review' })
  await publishDueEvents(context)
  expect(await run(`${first}api /events > /dev/null\n`)).toContain('"to":"under_review"')
  expect(await run(`${first.split('\n').slice(0, 2).join('\n')}\n${then}`)).toMatch(/\[\]$/u)
})
