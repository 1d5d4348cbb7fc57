import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { runCommandFile } from '#test/support/command.ts'
import { makePdf } from '#test/support/files.ts'
import { openHttpSession } from '#test/support/http.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess } from '#test/support/server-process.ts'
import { idIn, raw, upload } from '#test/support/uploads.ts'

const SCRIPTS = path.resolve(import.meta.dirname, '../../deploy/point-in-time')
const DEBIAN = '/usr/lib/postgresql'
const VERIFY = 'src/app/commands/verify-audit.ts'
const LIMIT_MS = 420_000

/** The newest programs on Debian; the embedded PostgreSQL has no `pg_basebackup`. */
const [bin] = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => path.join(DEBIAN, version, 'bin'))
      .filter((folder) => existsSync(path.join(folder, 'pg_basebackup')))
  : []
/** Run by `npm test -- --only faults`. */
const isPlayed = process.env['FAULT_ROUNDS'] !== undefined && bin !== undefined

/** Runs a program as PostgreSQL's user. */
function run(program: string, ...args: string[]): string {
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const PATH = [bin, process.env['PATH']].join(path.delimiter)
  return execFileSync(program, args, { ...user, cwd: '/', encoding: 'utf8', env: { ...process.env, PATH } })
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

/** A folder of PostgreSQL's user. */
function openFolder(): string {
  const folder = makeFolder('onboarding-pitr-', tmpdir())
  const databases = path.join(folder, 'postgres')
  mkdirSync(databases)
  if (process.getuid?.() === 0) chownSync(databases, idOf('-u'), idOf('-g'))
  return databases
}

function start(folder: string, data: string): void {
  const options = `-c listen_addresses= -k ${folder} -c max_connections=100 -c archive_mode=on -c wal_level=replica`
  const archive = `-c archive_command='"${SCRIPTS}/archive-wal.sh" "%p" "%f" ${folder}/archive'`
  run('pg_ctl', 'start', '-D', data, '-w', '-t', '120', '-l', `${folder}/log`, '-o', `${options} ${archive}`)
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

test.runIf(isPlayed)(
  'a database is brought back to the minute before a harm: rows and files are there, and the check of the log explains its end',
  async () => {
    const folder = openFolder()
    const [data, archive] = [path.join(folder, 'data'), path.join(folder, 'archive')]
    const url = `postgres://postgres@localhost/onboarding?host=${encodeURIComponent(folder)}`
    const environment = {
      DATABASE_URL: url,
      DATA_DIR: path.join(path.dirname(folder), 'site'),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      DEMO: '0',
      PORT: '0',
      SELF_REGISTRATION: '1',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    }
    run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8')
    start(folder, data)
    onTestFinished(() => {
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
      rmSync(path.dirname(folder), { recursive: true, force: true })
    })
    await query(url.replace('/onboarding?', '/postgres?'), 'create database onboarding')

    let server = await startServerProcess(environment)
    onTestFinished(() => endProcess(server.process, 'SIGKILL'))
    run(`${SCRIPTS}/base-backup.sh`, archive, '--host', folder, '--username', 'postgres')
    const registration = {
      username: 'sipho@test.example',
      password: 'four quiet herons wading',
      fullName: 'Sipho',
    }
    let session = openHttpSession(server.url)
    expect((await session.post('/api/register', registration)).status).toBe(201)
    await query(url, 'update users set invited = false; delete from address_confirmations')
    const before = { city: 'Makhanda', occupation: 'Beekeeper' }
    expect((await session.put('/api/application', before)).status).toBe(200)
    const file = { bytes: await makePdf({ text: 'March' }), type: 'application/pdf' } as const
    const id = idIn(await upload(session, 'payslip', file))
    const { DATA_DIR } = environment
    await untilAnchored(DATA_DIR)
    const [time] = await query<{ at: string }>(url, 'select clock_timestamp()::text as at')

    await wait(1500)
    expect((await session.delete(`/api/documents/${id}`)).status).toBe(204)
    expect((await session.put('/api/application', { city: 'Harmed' })).status).toBe(200)
    await untilAnchored(DATA_DIR)
    await endProcess(server.process, 'SIGTERM')
    await query(url, 'select pg_switch_wal()')
    await expect
      .poll(() => readdirSync(path.join(archive, 'wal')).length, { timeout: 60_000 })
      .toBeGreaterThan(1)
    run('pg_ctl', 'stop', '-D', data, '-m', 'fast', '-w')
    renameSync(data, `${data}.harmed`)

    run(`${SCRIPTS}/restore-to.sh`, archive, data, time?.at ?? '')
    start(folder, data)
    await expect
      .poll(async () => (await query<{ is: boolean }>(url, 'select pg_is_in_recovery() as is'))[0]?.is, {
        timeout: 60_000,
      })
      .toBe(false)

    const explained = await runCommandFile(VERIFY, [], environment)
    expect([explained.code, explained.output]).toEqual([
      1,
      expect.stringContaining('restored to an earlier point in time'),
    ])
    const anchors = path.join(DATA_DIR, 'audit-anchors.jsonl')
    renameSync(anchors, `${anchors}.before-the-restore`)
    const { code, output } = await runCommandFile(VERIFY, [], environment)
    expect([code, output]).toEqual([0, expect.stringContaining('is intact')])

    server = await startServerProcess(environment)
    session = openHttpSession(server.url)
    const { username, password } = registration
    expect((await session.post('/api/login', { username, password })).status).toBe(200)
    const application = (await session.get('/api/application')).body as Application
    expect(application).toMatchObject(before)
    const [payslip] = application.payslipUploads
    expect(payslip?.id).toBe(id)
    const read = await raw(session, server.url + payslip?.url)
    expect([read.status, read.bytes.equals(file.bytes)]).toEqual([200, true])
  },
  LIMIT_MS,
)

/** Waits until the current end of the audit log is anchored: within a minute, or twice that on a busy machine. */
async function untilAnchored(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'audit-anchors.jsonl')
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length : 0)
  const before = lines()
  await expect.poll(lines, { timeout: 150_000, interval: 500 }).toBeGreaterThan(before)
}
