import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { adviceFor, examineSystem } from './examine-system.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const findingsOf = async () =>
  (await examineSystem(server.context)).filter(({ name }) => !name.startsWith('protection-'))

test('a part that is late once is no problem', async () => {
  const missed = Promise.resolve({ status: null, diskWorks: true })
  server.context.node.latest = { at: performance.now(), look: missed }
  const findings = await findingsOf()
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([])
})

test('a part that is late twice is a problem, with what to do', async () => {
  const missed = Promise.resolve({ status: null, diskWorks: true })
  server.context.node.latest = { at: Infinity, look: missed }
  const findings = await findingsOf().finally(() => (server.context.node.latest = null))
  expect(findings.find(({ name }) => name === 'clock')).toMatchObject({
    state: 'problem',
    detail: `Not responding. ${adviceFor['clock']}`,
  })
})

test('there is advice for each part', async () => {
  expect((await findingsOf()).filter(({ name }) => !(name in adviceFor))).toEqual([])
})
