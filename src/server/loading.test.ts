import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RECORDER = new URL('../../test/support/record-modules.ts', import.meta.url).href

let folder = ''
let database: TestDatabase
beforeAll(async () => {
  folder = makeFolder('onboarding-loading-')
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program, until it says something where it goes on by itself; answers the modules that it loaded. */
async function modulesOf(args: string[], { until, env }: { until?: string; env?: NodeJS.ProcessEnv } = {}) {
  const file = path.join(folder, 'modules')
  const child = spawn(process.execPath, ['--import', RECORDER, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], MODULES_FILE: file, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (until !== undefined && said.includes(until)) child.kill('SIGTERM')
  })
  const [code] = await once(child, 'exit')
  expect({ code, said }).toMatchObject({ code: 0 })
  return readFileSync(file, 'utf8').split('\n')
}

describe('drizzle-orm', () => {
  const load = async (beforehand = '') => {
    const names = ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres', 'drizzle-orm/sql']
    const code = `${beforehand}; for (const name of ${JSON.stringify(names)}) await import(name); await import(${JSON.stringify(names[0])})`
    const modules = await modulesOf(['--input-type=module', '--eval', code])
    return modules.filter((module) => module.includes('/node_modules/')).toSorted()
  }

  test('is found in short as it is found in full', async () => {
    const entry = new URL('module-resolution.ts', import.meta.url).href
    const inFull = await load()
    expect(inFull.length).toBeGreaterThan(50)
    expect(await load(`(await import(${JSON.stringify(entry)})).shortenResolution()`)).toEqual(inFull)
  })
})

describe('a start of a server that has its data', () => {
  let modules: string[] = []
  beforeAll(async () => {
    const env = {
      WORKERS: '1',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      DEMO: '1',
      PORT: '0',
      LOG_LEVEL: 'silent',
    }
    const start = () => modulesOf(['src/server/main.ts'], { until: 'is open at', env })
    await start()
    modules = await start()
  })

  test('loads what answers requests', () => {
    for (const name of ['fastify', 'drizzle-orm', 'pg', 'zod']) {
      expect(modules.some((module) => module.includes(`/node_modules/${name}/`))).toBe(true)
    }
  })

  test('knows the words of one language that zod speaks', () => {
    const languages = modules.filter((module) => module.includes('/zod/v4/locales/'))
    expect(languages.map((module) => module.split('/').at(-1))).toEqual(['en.js'])
  })

  /** What none of the first requests needs. Load it by `await import(…)` where it is needed. */
  test.each([
    '@cantoo/pdf-lib',
    '@aws-sdk',
    'sharp',
    'file-type',
    'ajv',
    'yaml',
    '@fastify/swagger',
    'nodemailer',
  ])('leaves %s for later', (name) => {
    expect(modules.filter((module) => module.includes(`/node_modules/${name}/`))).toEqual([])
  })
})
