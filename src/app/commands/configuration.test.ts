import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandFile } from '#test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'

const NO_DATABASE = 'No database was found: DATABASE_URL is not set, and DATA_DIR'

/** Every command, with arguments that it accepts, and its message without settings. */
const commands = [
  { file: 'backup', args: ['copy'], without: NO_DATABASE },
  { file: 'check-backup', args: ['copy'], without: 'No encryption keys were found' },
  { file: 'restore', args: ['copy'], without: 'There is no target for the restore' },
  { file: 'verify-audit', args: [], without: NO_DATABASE },
  { file: 'create-admin', args: ['--email', 'first@firm.example'], without: NO_DATABASE },
  { file: 'migrate', args: [], without: NO_DATABASE },
  { file: 'retention', args: [], without: NO_DATABASE },
  { file: 'rotate-keys', args: [], without: NO_DATABASE },
  { file: 'doctor', args: [], without: NO_DATABASE },
  { file: 'import-lists', args: ['list.xml'], without: NO_DATABASE },
  { file: 'export-firm', args: ['firm.json'], without: NO_DATABASE },
  { file: 'import-firm', args: ['firm.json'], without: NO_DATABASE },
  { file: 'create-seal', args: ['--name', 'The firm'], without: null },
  { file: 'report-failure', args: ['--to', 'ops@firm.example', '--unit', 'backup'], without: null },
  { file: 'setup', args: [], without: null },
] as const

/** Root can read every file, whatever its mode: then the command runs as another user. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let folder = ''
beforeAll(() => {
  folder = makeFolder('onboarding-commands-', tmpdir())
  chmodSync(folder, 0o777)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A working folder for a command, with an `.env` of this mode. */
function workingFolder(name: string, env?: { text: string; mode: number }): string {
  const cwd = path.join(folder, name)
  mkdirSync(cwd, { recursive: true })
  chmodSync(cwd, 0o777)
  if (env !== undefined) writeFileSync(path.join(cwd, '.env'), env.text, { mode: env.mode })
  return cwd
}

const run = (file: string, args: readonly string[], options: object, environment = {}) =>
  runCommandFile(`src/app/commands/${file}.ts`, args, environment, options)

test('the table has every command', () => {
  const tested: readonly string[] = commands.map(({ file }) => file)
  const files = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const parts = new Set(['command-arguments', 'configuration', 'database-of-command', 'run-command'])
  const all = files.map((name) => path.basename(name, '.ts')).filter((name) => !parts.has(name))
  expect(tested.toSorted()).toEqual(all.toSorted())
})

describe.each(commands)('$file', ({ file, args, without }) => {
  test('refuses an .env that its user may not read, and creates nothing', async () => {
    const cwd = workingFolder(`${file}-unreadable`, { text: 'DATABASE_URL=postgres://x/y', mode: 0o000 })
    const { code, output } = await run(file, args, { cwd, ...UNPRIVILEGED })
    expect([code, output]).toEqual([1, expect.stringContaining(`${cwd}/.env cannot be read`)])
    expect(output).toContain('this user may not read it')
    expect(readdirSync(cwd)).toEqual(['.env'])
  })

  test.runIf(without !== null)('refuses to work without settings, and creates nothing', async () => {
    const cwd = workingFolder(`${file}-none`)
    const { code, output } = await run(file, args, { cwd })
    expect([code, output]).toEqual([1, expect.stringContaining(without ?? '')])
    expect(output).toContain('npm run COMMAND -- --env-file FILE')
    expect(readdirSync(cwd)).toEqual([])
  })

  test('refuses a missing file of --env-file', async () => {
    const { code, output } = await run(file, [...args, '--env-file', 'nowhere.env'], {})
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('nowhere.env cannot be read: there is no such'),
    ])
  })

  test('refuses options that npm took for itself', async () => {
    const taken = { npm_config_env_file: 'x' }
    const { code, output } = await run(file, args, {}, taken)
    expect([code, output]).toEqual([1, expect.stringContaining('put "--" before the options')])
  })
})

describe('npm run without --', () => {
  test.each([
    ['backup', ['/backups'], 'npm_config_into'],
    ['retention', [], 'npm_config_dry_run'],
    ['rotate-keys', [], 'npm_config_retire'],
  ])('%s %j with %s does nothing', async (file, args, variable) => {
    const { code, output } = await run(file, args, {}, { [variable]: 'true' })
    expect([code, output]).toEqual([1, expect.stringContaining('put "--" before the options')])
  })
})

describe('with a database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test.each(['.env', 'elsewhere.env'])('%s names it', async (name) => {
    const cwd = workingFolder(`from-${name}`)
    const dataDir = path.join(cwd, 'data')
    writeFileSync(path.join(cwd, name), `DATABASE_URL=${database.url}\nDATA_DIR=${dataDir}\n`)
    const args = name === '.env' ? ['--dry-run'] : ['--dry-run', '--env-file', name]
    const { code, output } = await run('retention', args, { cwd })
    expect([code, output]).toEqual([0, expect.stringContaining('Clients to erase: 0.')])
    expect(existsSync(path.join(dataDir, 'database'))).toBe(false)
  })
})
