import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'

/** More than Node's default backlog. */
const PEOPLE = 1000
/** State SYN_SENT in proc_net_tcp(5). */
const ASKING = '02'

let database: TestDatabase
let server: ServerProcess
let people: Socket[] = []

afterEach(async () => {
  for (const socket of people) socket.destroy()
  people = []
  await endProcess(server.process, 'SIGKILL')
  await database.drop()
})

/** Connections to a port that are not established yet. */
function stillAsking(port: number): number {
  const ours = port.toString(16).toUpperCase().padStart(4, '0')
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/u))
    .filter(([, , remote = '', state]) => remote.endsWith(`:${ours}`) && state === ASKING).length
}

/** Linux only, with such a large backlog since version 5.4. */
const isSupported =
  process.platform === 'linux' && Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) >= PEOPLE

test.runIf(isSupported).each(['1', '2'])(
  'with %s busy servers every client gets a connection at once',
  async (workers) => {
    database = await createTestDatabase()
    server = await startServerProcess({
      WORKERS: workers,
      DATABASE_URL: database.applicationUrl,
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: makeFolder('onboarding-many-'),
      DEMO: '0',
      PORT: '0',
      LOG_LEVEL: 'warn',
    })
    const port = Number(new URL(server.url).port)
    // It accepts none until it continues.
    server.process.kill('SIGSTOP')
    people = Array.from({ length: PEOPLE }, () => connect(port, '127.0.0.1'))
    // Node polls once its event loop is idle.
    await new Promise((resolve) => process.nextTick(resolve))
    const left = stillAsking(port)
    server.process.kill('SIGCONT')
    expect(left).toBe(0)
    await Promise.all(people.filter(({ connecting }) => connecting).map((socket) => once(socket, 'connect')))
  },
)
