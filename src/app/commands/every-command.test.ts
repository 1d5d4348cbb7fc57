import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandCall } from '#base/server/command-call.ts'
import { productFile } from '#base/server/product-file.ts'
import { runCommandFile } from '#test/support/command.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { parseArguments, UsageError } from './command-arguments.ts'

/** Arguments that each command accepts. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  setup: ['--dry-run'],
  migrate: [],
  'audit:verify': ['--proof', 'audit-proof.json'],
  'create-admin': ['--email', 'first@firm.example'],
  backup: ['--into', 'backups'],
  'backup:check': ['backup'],
  doctor: ['--json'],
  restore: ['backup'],
  'report-failure': ['--to', 'ops@firm.example', '--unit', 'backup'],
  retention: ['--dry-run'],
  'seal:create': ['--name', 'The firm'],
  'lists:import': ['one.xml', 'other.csv'],
  'firm:export': ['firm.json'],
  'firm:import': ['firm.json'],
  'keys:rotate': ['--retire'],
}
/** Takes any number of files, so another word is one. */
const takesFiles = 'lists:import'

const { scripts } = JSON.parse(readFileSync(productFile('package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const files = new Map(
  Object.entries(scripts).flatMap(([name, line]) => {
    const file = /src\/app\/commands\/([\w-]+)\.ts$/u.exec(line)?.[1]
    return file === undefined ? [] : [[name, file] as const]
  }),
)

/** Where a command ends whose arguments were accepted: before it reads its settings. */
const missing = ['--env-file', '/nonexistent/.env']
const accepts = expect.stringContaining('The settings in /nonexistent/.env cannot be read')

const { argv } = process
let calls = 0

/** Calls a command in this process. */
async function call(name: string, args: readonly string[]) {
  let output = ''
  const write = (text: string | Uint8Array) => {
    output += String(text)
    return true
  }
  const outputs = [
    vi.spyOn(process.stdout, 'write').mockImplementation(write),
    vi.spyOn(process.stderr, 'write').mockImplementation(write),
  ]
  process.argv = ['node', name, ...args]
  calls += 1
  try {
    await import(`./${files.get(name)}.ts?${calls}`)
    return { code: process.exitCode, output }
  } finally {
    for (const spy of outputs) spy.mockRestore()
    process.exitCode = undefined
  }
}

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('npm_')) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.argv = argv
})

test('the table has every command', () => {
  expect(Object.keys(accepted).toSorted()).toEqual([...files.keys()].toSorted())
})

describe.each(Object.entries(accepted))('%s', (name, args) => {
  test('accepts its own arguments, also after a first "--"', async () => {
    expect((await call(name, [...args, ...missing])).output).toEqual(accepts)
    expect((await call(name, ['--', ...args, ...missing])).output).toEqual(accepts)
  })

  test.each(['--dryrun', '--retyre', '--jsn', '-x'])('refuses the misspelt option %s', async (option) => {
    const { code, output } = await call(name, [...args, ...missing, option])
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`Unknown option '${option}'. Nothing was done.`),
    ])
    expect(output).toContain(`Usage: npm run ${name}`)
  })

  test.skipIf(name === takesFiles)('refuses a stray word', async () => {
    // The first may be the file of a command.
    const { code, output } = await call(name, [...args, ...missing, 'dry-run', 'dry-run'])
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('Unexpected argument "dry-run". Nothing was done.'),
    ])
  })

  test('refuses an option after a "--" that is not the first', async () => {
    const { code, output } = await call(name, [...args, ...missing, '--', 'x', '--dry-run'])
    if (name === takesFiles) expect(output).toEqual(accepts)
    else expect([code, output]).toEqual([1, expect.stringContaining('Unexpected argument')])
  })

  test.each(['--help', '-h'])('%s prints the usage and does nothing else', async (option) => {
    const { code, output } = await call(name, [option])
    expect([code ?? 0, output]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^\\s*Usage: npm run ${name}`, 'u')),
    ])
  })
})

describe('upgrade', () => {
  const upgrade = (...args: string[]) => runCommandFile('scripts/upgrade.mjs', args, {})

  test.each([
    [['--skip-doctr', 'x.tar.gz'], "Unknown option '--skip-doctr'"],
    [['x.tar.gz', 'y'], 'Unexpected argument "y"'],
    [[], 'A file or folder is missing'],
    [['--', 'x.tar.gz'], 'Run this from an installed release'],
  ])('%j is refused', async (args, message) => {
    const { code, output } = await upgrade(...args)
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
  })

  test('--help prints the usage', async () => {
    const { code, output } = await upgrade('--help')
    expect([code, output]).toEqual([0, expect.stringContaining('Usage: npm run upgrade -- FILE.tar.gz')])
  })
})

describe('arguments', () => {
  const options = { 'dry-run': { type: 'boolean' }, into: { type: 'string', path: true } } as const

  test('a first "--" is dropped', () => {
    expect(parseArguments(['--', '--dry-run'], options).values['dry-run']).toBe(true)
  })

  test('relative paths start in the folder where the user is', () => {
    vi.stubEnv('INIT_CWD', '/srv/lists')
    const {
      values,
      files: named,
      envFiles,
    } = parseArguments(['--into', '../backups', '--env-file', 'a.env', 'b.xml', '/c.xml'], options, {
      min: 1,
      max: 2,
    })
    expect([values.into, named, envFiles]).toEqual([
      '/srv/backups',
      ['/srv/lists/b.xml', '/c.xml'],
      ['/srv/lists/a.env'],
    ])
  })

  test.each(['npm_config_dry_run', 'npm_config_into', 'npm_config_dryrun'])('npm took %s', (variable) => {
    vi.stubEnv(variable, 'true')
    vi.stubEnv('npm_config_yes', 'true')
    vi.stubEnv('npm_execpath', npmScript())
    const given = variable.slice('npm_config_'.length).replaceAll('_', '-')
    expect(() => parseArguments([], options)).toThrow(
      new UsageError(
        `npm kept --${given} for itself, so nothing was done: put "--" before the options of the command.`,
      ),
    )
  })
})

/** The npm of this machine. */
function npmScript(): string {
  return execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim()
}

describe('bin/onboarding', () => {
  let release = ''
  beforeAll(() => {
    release = makeFolder('onboarding-release-', tmpdir())
    mkdirSync(path.join(release, 'bin'))
    cpSync(productFile('scripts/onboarding.sh'), path.join(release, 'bin/onboarding'))
    chmodSync(path.join(release, 'bin/onboarding'), 0o755)
    symlinkSync(process.execPath, path.join(release, 'bin/node'))
    writeFileSync(path.join(release, 'package.json'), '{"scripts":{"show":"node -- show.cjs"}}')
    writeFileSync(
      path.join(release, 'show.cjs'),
      'console.log(JSON.stringify([process.env.INIT_CWD, ...process.argv.slice(2)]))',
    )
  })
  afterAll(() => rmSync(release, { recursive: true, force: true }))

  const onboarding = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(path.join(release, 'bin/onboarding'), args, {
      cwd: '/usr',
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }

  test.each([[], ['--help'], ['-h'], ['help']])('%j lists the commands', (...args: string[]) => {
    const { status, output } = onboarding(...args)
    expect([status, output]).toEqual([
      0,
      expect.stringContaining('Usage: onboarding COMMAND [OPTIONS]\n\n  show\n'),
    ])
  })

  test('an unknown command is refused, and the others are listed', () => {
    const { status, output } = onboarding('shwo')
    expect([status, output]).toEqual([
      1,
      expect.stringContaining('There is no command "shwo". These exist:\n\n  show'),
    ])
  })

  test('passes arguments as they are, and says where the user is', () => {
    const { output } = onboarding('--', 'show', '--name', `The "firm's" $HOME`, '--', '--dry-run')
    expect(JSON.parse(output)).toEqual(['/usr', '--name', `The "firm's" $HOME`, '--', '--dry-run'])
  })
})

test('a command is named as it is called here', () => {
  expect(commandCall('doctor')).toBe('npm run doctor')
  expect(commandCall('backup', '--into X')).toBe('npm run backup -- --into X')
  expect(commandCall('backup', '--into X', true)).toBe('onboarding backup --into X')
})

test('no text of the server names a command as a checkout calls it', () => {
  const sources = globSync('src/**/{server,commands,demo}/**/*.ts', {
    cwd: productFile('.'),
    exclude: ['**/*.test.ts', '**/server/config/*'],
  })
  const wrong = sources.flatMap((file) =>
    readFileSync(productFile(file), 'utf8')
      .split('\n')
      .filter((line) => /npm run [a-z]/u.test(line) && !/^\s*(?:\/?\*|\/\/)/u.test(line))
      .map((line) => `${file}: ${line}`),
  )
  expect(wrong).toEqual([])
})
