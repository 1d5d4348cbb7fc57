import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { spawnServer } from '#test/support/server-process.ts'

const newKey = () => randomBytes(32).toString('base64')

let database: TestDatabase
let dataDir = ''

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = makeFolder('onboarding-key-')
})

afterEach(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the real server, and stops it once it runs. */
async function start(variables: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawnServer({
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...variables,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes(' is open at ')) child.kill('SIGTERM')
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const NOT_GIVEN =
  /^\nThe data is encrypted with the key [0-9a-f]{8}, which was not given\. Set ENCRYPTION_KEY to /u

test('the wrong key: no start, exit code 1, and a message with what to set', async () => {
  const key = newKey()
  expect(await start({ ENCRYPTION_KEY: key })).toMatchObject({ code: 0 })
  const { code, output } = await start({ ENCRYPTION_KEY: newKey() })
  expect(code).toBe(1)
  expect(output).toMatch(NOT_GIVEN)
  expect(output).not.toMatch(/\n\s+at /u)
  expect(await start({ ENCRYPTION_KEY: `${newKey()},${key}` })).toMatchObject({ code: 0 })
})

test('the lost key: the same, and no new one is generated', async () => {
  expect(await start({})).toMatchObject({ code: 0 })
  const file = path.join(dataDir, 'encryption.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rmSync(file)
  const { code, output } = await start({})
  expect(code).toBe(1)
  expect(output).toMatch(NOT_GIVEN)
  expect(output).toContain(file)
  expect(existsSync(file)).toBe(false)
})

test('an invalid key: exit code 1, and how to generate one', async () => {
  const { code, output } = await start({ ENCRYPTION_KEY: 'secret' })
  expect(code).toBe(1)
  expect(output).toContain('each key is 32 random bytes in base64 (openssl rand -base64 32)')
})

test('a guessable key: exit code 1; behind a random one it still decrypts', async () => {
  const zeros = Buffer.alloc(32).toString('base64')
  const { code, output } = await start({ ENCRYPTION_KEY: zeros })
  expect(code).toBe(1)
  expect(output).toContain('was not generated at random')
  expect(await start({ ENCRYPTION_KEY: `${newKey()},${zeros}` })).toMatchObject({ code: 0 })
})
