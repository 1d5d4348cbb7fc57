import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problemSchema } from '#base/rules/api/problem.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { SCHEMA } from '#base/server/db/migrations.ts'
import { keysInFile } from '#base/server/encryption/key-file.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { environmentOf, runCommandFile } from '#test/support/command.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'

const ROTATE = 'src/app/commands/rotate-keys.ts'
const ID_NUMBER = '8001015009087'
const newKey = () => randomBytes(32).toString('base64')
const nameOf = (key: string) => readKeyring(key).current.id

let database: TestDatabase
let shared: TestServer
let running: ServerProcess[] = []
const firstKey = newKey()

beforeEach(async () => {
  database = await createTestDatabase()
  shared = await startTestServer({ database, settings: { encryptionKeys: firstKey } })
})
afterEach(async () => {
  await Promise.all(running.map(({ process }) => endProcess(process, 'SIGKILL')))
  running = []
  await shared.close()
})

/** A server with a key file of its own. */
async function startNode(...keys: string[]) {
  const keyFile = path.join(makeFolder('onboarding-node-'), 'encryption.keys')
  writeFileSync(keyFile, keys.join('\n'), { mode: 0o600 })
  const { settings } = shared.context
  const environment = {
    ...environmentOf({ ...settings, encryptionKeys: undefined }),
    DATABASE_OWNER_URL: database.url,
    ENCRYPTION_KEY_FILE: keyFile,
    PORT: '0',
    DEMO: '0',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  }
  const node = await startServerProcess(environment)
  running.push(node)
  return {
    ...node,
    environment,
    keyFile,
    giveKeys: (...given: string[]) => writeFileSync(keyFile, given.join('\n')),
    readiness: async () => (await openHttpSession(node.url).get('/readyz')).body,
  }
}

/** The same session at any of the servers. */
async function clientAt(...nodes: { url: string }[]): Promise<HttpSession[]> {
  const { username } = await makeClient(shared.context)
  const { cookies } = await shared.as(username)
  return nodes.map(({ url }) => {
    const session = openHttpSession(url, { 'x-forwarded-for': '192.0.2.1' })
    for (const [name, value] of cookies) session.cookies.set(name, value)
    return session
  })
}

async function currentKeyOfAnswers(): Promise<string> {
  const { rows } = await shared.context.database.pool.query<{ answers: string }>(
    'select answers::text as answers from applications',
  )
  return rows.map(({ answers }) => answers).join()
}

test('a server that lacks a contraction of the schema reports it, and gets no requests', async () => {
  const node = await startNode(firstKey)
  expect(await node.readiness()).toMatchObject({ failed: [] })
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('insert into contractions (made_at) values ($1)', [SCHEMA + 1])
  await owner.end()
  await expect.poll(node.readiness, { timeout: 10_000 }).toMatchObject({ failed: ['schema'] })
})

describe('servers whose key files differ', () => {
  test('a key that one of them lacks is not used, and rotation names that server; once all have it, it is used', async () => {
    const one = await startNode(firstKey)
    const other = await startNode(firstKey)
    const [atOne, atOther] = await clientAt(one, other)
    const second = newKey()
    one.giveKeys(second, firstKey)

    const refused = await runCommandFile(ROTATE, [], one.environment)
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining('these running servers do not have it'),
    ])
    expect((await atOne?.put('/api/application', { idNumber: ID_NUMBER }))?.status).toBe(200)
    expect(await currentKeyOfAnswers()).not.toContain(nameOf(second))
    expect((await atOther?.get('/api/application'))?.body).toMatchObject({ idNumber: ID_NUMBER })
    expect(await other.readiness()).toMatchObject({ failed: [] })

    other.giveKeys(second, firstKey)
    const { code, output } = await runCommandFile(ROTATE, [], one.environment)
    expect([code, output]).toEqual([0, expect.stringContaining(`encrypted with the key ${nameOf(second)}`)])
    expect(keysInFile(one.keyFile)).toEqual([second, firstKey])
    expect(await currentKeyOfAnswers()).not.toContain(nameOf(firstKey))
    for (const session of [atOne, atOther]) {
      expect((await session?.get('/api/application'))?.body).toMatchObject({ idNumber: ID_NUMBER })
    }
  }, 120_000)

  test('one that lacks a key answers 503 with a message and is not ready; given the key, it recovers without a restart', async () => {
    const second = newKey()
    const full = await startNode(firstKey)
    const lacking = await startNode(firstKey)
    const [atFull, atLacking] = await clientAt(full, lacking)
    full.giveKeys(second, firstKey)
    lacking.giveKeys(second, firstKey)
    await expect
      .poll(
        async () => {
          await atFull?.put('/api/application', { idNumber: ID_NUMBER, city: String(Math.random()) })
          return currentKeyOfAnswers()
        },
        { timeout: 20_000, interval: 500 },
      )
      .toContain(nameOf(second))
    lacking.giveKeys(firstKey)
    await expect.poll(lacking.readiness, { timeout: 10_000 }).toMatchObject({ failed: ['encryptionKeys'] })
    const answer = await atLacking?.get('/api/application')
    expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '5'])
    expect(problemSchema.parse(answer?.body).detail).toContain('try again in a moment')
    expect((await atFull?.get('/api/application'))?.status).toBe(200)

    lacking.giveKeys(second, firstKey)
    expect((await atLacking?.get('/api/application'))?.body).toMatchObject({ idNumber: ID_NUMBER })
    await expect.poll(lacking.readiness, { timeout: 10_000 }).toMatchObject({ failed: [] })
  }, 120_000)
})
