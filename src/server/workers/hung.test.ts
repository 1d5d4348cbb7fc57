import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpSession } from '#test/support/http.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'

const TOKEN = 'a-token-for-figures'
const PATIENCE = { timeout: 60_000, interval: 100 }

let database: TestDatabase
let site: ServerProcess
let said = ''
beforeAll(async () => {
  database = await createTestDatabase()
  const environment = {
    WORKERS: '2',
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    DATA_DIR: makeFolder('onboarding-hung-'),
    METRICS_TOKEN: TOKEN,
    PORT: '0',
    DEMO: '0',
  }
  const hear = (text: string) => (said += text)
  site = await startServerProcess(environment, hear, 'test/support/impatient-servers.ts')
}, 60_000)
afterAll(async () => {
  await endProcess(site.process, 'SIGKILL')
  await database.drop()
})

function workers(): number[] {
  const { pid } = site.process
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

const figures = async () =>
  (await openHttpSession(site.url, { connection: 'close', authorization: `Bearer ${TOKEN}` }).get('/metrics'))
    .text

test(
  'a server that hangs in a loop is replaced, which is said and counted; and one hangs that is to end, the others end all the same',
  { timeout: 180_000 },
  async () => {
    const [victim = 0, other = 0] = workers()
    process.kill(victim, 'SIGUSR2')
    await expect.poll(() => workers().length === 2 && !workers().includes(victim), PATIENCE).toBe(true)
    expect(said).toContain('a server of this machine no longer answers, and is ended')
    expect(workers()).toContain(other)
    const serving = async () => ((await figures()).match(/^process_resident_memory_bytes\{/gmu) ?? []).length
    await expect.poll(serving, PATIENCE).toBe(2)
    expect(await figures()).toMatch(/^onboarding_servers_hung 1$/mu)

    process.kill(other, 'SIGUSR2')
    await endProcess(site.process, 'SIGTERM')
    expect(site.process.exitCode).toBe(0)
    expect(said.match(/no longer answers/gu)).toHaveLength(2)
  },
)
