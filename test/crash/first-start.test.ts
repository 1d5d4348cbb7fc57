import { randomInt } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openHttpSession } from '#test/support/http.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, spawnServer, startServerProcess } from '#test/support/server-process.ts'
import { endPostmaster, untilReady } from './kill/site.ts'
import { isLongRun } from './scale.ts'

const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
/** Approximate duration of a first start: create the database, migrate, create demo data, listen. */
const LONGEST_MS = 6_000
const TIMES = isLongRun ? 8 : 1
const MS_PER_TIME = 60_000

test(
  'a first start that is killed is finished by the next, whenever that was',
  async () => {
    process.stdout.write(`  CRASH_SEED=${seed} repeats this.\n`)
    const times = fc.sample(fc.integer({ min: 200, max: LONGEST_MS }), { seed, numRuns: TIMES })
    for (const afterMs of times) {
      const folder = makeFolder('onboarding-crash-', tmpdir())
      const dataDir = path.join(folder, 'data')
      try {
        await startTwice({ PORT: '0', DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' }, afterMs, dataDir)
      } finally {
        await endPostmaster(dataDir)
        rmSync(folder, { recursive: true, force: true })
      }
    }
  },
  TIMES * MS_PER_TIME,
)

async function startTwice(environment: Record<string, string>, afterMs: number, dataDir: string) {
  const first = spawnServer(environment)
  await wait(afterMs)
  await endProcess(first, 'SIGKILL')
  const { process: second, url } = await startServerProcess(environment)
  try {
    await untilReady(url)
    for (const [username, password] of Object.entries(credentialsIn(dataDir))) {
      const { status } = await openHttpSession(url).post('/api/login', { username, password })
      expect([afterMs, username, status]).toEqual([afterMs, username, 200])
    }
  } finally {
    await endProcess(second, 'SIGTERM')
  }
}

function credentialsIn(dataDir: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(dataDir, 'demo-credentials.json'), 'utf8')) as Record<
    string,
    string
  >
}
