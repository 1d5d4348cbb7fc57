import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { problemSchema } from '#base/rules/api/problem.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer } from '#test/support/server.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'

const PAUSE_SECONDS = 2
/** Polling interval of load balancers. */
const ASKS_EVERY_MS = 100

let database: TestDatabase
let server: ServerProcess
let log = ''

beforeEach(async () => {
  database = await createTestDatabase()
  log = ''
  const settings = {
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    DATA_DIR: makeFolder('onboarding-leave-'),
    DEMO: '0',
    PORT: '0',
    LOG_LEVEL: 'warn',
    PAUSE_SECONDS: String(PAUSE_SECONDS),
  }
  server = await startServerProcess(settings, (text) => (log += text), 'test/support/clocked-server.ts')
})
afterEach(async () => {
  await endProcess(server.process, 'SIGKILL')
  await database.drop()
})

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** One request; null if no connection was made. */
async function ask(path: string, agent?: Agent): Promise<Answer | null> {
  const request = httpRequest(new URL(path, server.url), { agent })
  request.end()
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    return { status: answer.statusCode ?? 0, headers: answer.headers, text }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return null
    throw error
  }
}

test('SIGTERM under load loses no accepted request, and readiness changes first', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const load = { goesOn: true, answers: [] as (Answer | null)[] }
  const busy = Array.from({ length: 16 }, async () => {
    while (load.goesOn) load.answers.push(await ask('/api/branding', agent))
  })
  const sendsHere = async () => {
    for (;;) {
      const readiness = await ask('/readyz')
      if (readiness?.status !== 200) return readiness
      await wait(ASKS_EVERY_MS)
    }
  }
  await expect.poll(() => load.answers.length).toBeGreaterThan(100)
  const noticed = sendsHere()
  const ended = once(server.process, 'exit')
  const began = performance.now()
  server.process.kill('SIGTERM')
  const readiness = await noticed
  expect(performance.now() - began).toBeLessThan(PAUSE_SECONDS * 1000)
  expect(readiness).toMatchObject({ status: 503, text: expect.stringContaining('stopping') as string })
  // Load balancers stop sending traffic now; open connections are served for a while.
  const served = load.answers.length
  await expect.poll(() => load.answers.length).toBeGreaterThan(served + 10)
  load.goesOn = false
  await Promise.all(busy)
  expect(await ended).toEqual([0, null])
  expect(load.answers.filter((answer) => answer?.status !== 200)).toEqual([])
  expect(load.answers.at(-1)?.headers.connection).toBe('close')
  // A graceful stop is neither a warning nor an error.
  expect(log).not.toContain('"level":')
  agent.destroy()
}, 60_000)

test('requests in flight complete after it', async () => {
  const body = JSON.stringify({ username: 'nobody@test.example', password: 'four quiet herons wading' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length, origin: server.url }
  const request = httpRequest(new URL('/api/login', server.url), { method: 'POST', headers })
  request.write(body.slice(0, 10))
  await once(request, 'socket')
  await wait(500)
  const ended = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  await expect.poll(() => ask('/healthz'), { interval: 200 }).toBeNull()
  request.end(body.slice(10))
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    401,
    expect.stringContaining('application/problem+json'),
  ])
  answer.resume()
  expect(await ended).toEqual([0, null])
}, 60_000)

test('a request over an open connection after shutdown is rejected with a message and a retry hint', async () => {
  const { url, context, close } = await startTestServer()
  try {
    context.node.phase = 'closing'
    for (const path of ['/api/branding', '/', '/readyz']) {
      const answer = await fetch(new URL(path, url))
      expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('connection')]).toEqual([
        503,
        '5',
        'close',
      ])
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect(problemSchema.parse(await answer.json()).detail).toContain('try again in a moment')
    }
  } finally {
    await close()
  }
})
