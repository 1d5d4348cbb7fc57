import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const RECORDER = new URL('../../../test/support/record-modules.ts', import.meta.url).href

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

/** Runs a program, stopping it at an output if it would not end; returns the loaded modules. */
async function modulesOf(args: string[], { until, env }: { until?: string; env?: NodeJS.ProcessEnv } = {}) {
  const file = path.join(folder, 'modules')
  const child = spawn(process.execPath, ['--import', RECORDER, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], MODULES_FILE: file, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (until !== undefined && output.includes(until)) child.kill('SIGTERM')
  })
  const [code] = await once(child, 'exit')
  expect({ code, output }).toMatchObject({ code: 0 })
  return readFileSync(file, 'utf8').split('\n')
}

describe.each([
  {
    how: 'as written',
    program: 'src/app/server/main.ts',
    packages: ['@fastify', 'drizzle-orm', 'fastify', 'pg', 'zod'],
  },
  // Native code cannot be bundled.
  { how: 'as built', program: 'dist/server/main.mjs', packages: ['@node-rs'] },
])('a start of a server that has its data, $how', ({ program, packages }) => {
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
    const start = () => modulesOf([program], { until: 'is open at', env })
    await start()
    modules = await start()
  })

  /** Modules not needed by the first requests. Load them with `await import(…)`. */
  test.each([
    '@cantoo/pdf-lib',
    '@aws-sdk',
    'sharp',
    'file-type',
    'ajv',
    'yaml',
    '@fastify/swagger',
    '@opentelemetry/sdk-trace',
    'nodemailer',
    'openid-client',
    'oauth4webapi',
    'jose',
    '@simplewebauthn/server',
  ])('loads %s later', (name) => {
    expect(sourcesOf(modules).filter((source) => source.includes(`node_modules/${name}/`))).toEqual([])
  })

  test('loads what answers requests', () => {
    for (const name of ['fastify', 'drizzle-orm', 'pg', 'zod']) {
      expect(sourcesOf(modules).some((source) => source.includes(`node_modules/${name}/`))).toBe(true)
    }
  })

  test(`reads of packages ${packages.join(', ')}`, () => {
    const read = new Set(modules.map((module) => /(?<=\/node_modules\/)[^/]+/u.exec(module)?.[0] ?? ''))
    if (program.startsWith('dist/')) expect([...read].filter((name) => name !== '')).toEqual(packages)
    else expect([...read]).toEqual(expect.arrayContaining(packages))
  })
})

describe('the build', () => {
  const built = path.join(ROOT, 'dist/server')
  const files = () => readdirSync(built).filter((name) => name.endsWith('.mjs'))

  test('can be loaded, including modules that no start loads', async () => {
    const parts = files().filter((name) => name !== 'main.mjs')
    const urls = JSON.stringify(parts.map((name) => pathToFileURL(path.join(built, name)).href))
    const code = `for (const url of ${urls}) await import(url); process.exit(0)`
    const modules = await modulesOf(['--input-type=module', '--eval', code])
    expect(modules.filter((module) => module.includes('/dist/server/')).length).toBe(parts.length)
  })
})

/** The modules loaded at start, and the sources they are built from. */
function sourcesOf(modules: readonly string[]): string[] {
  return modules.flatMap((module) => {
    const [built] = /(?<=file:\/\/)\S*\/dist\/server\/\S+$/u.exec(module) ?? []
    if (built === undefined || !existsSync(`${built}.map`)) return [module]
    return (JSON.parse(readFileSync(`${built}.map`, 'utf8')) as { sources: string[] }).sources
  })
}
