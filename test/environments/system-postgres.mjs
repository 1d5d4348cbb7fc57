import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { quickParent } from './quick-parent.mjs'
import { capture } from '../../scripts/run.mjs'

/** Folders of PostgreSQL's programs by version. */
const DIRECTORIES = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt']
const OLDEST_VERSION = 14
const EXECUTABLE = 0o711

/**
 * Runs work against the installed PostgreSQL, in a temporary cluster that listens only on a socket. Returns `undefined`
 * if none is installed.
 */
export async function withSystemPostgres(run) {
  const bin = newestPrograms()
  if (bin === undefined) return undefined
  const owner = await databaseUser()
  const folder = mkdtempSync(path.join(quickParent(), 'onboarding-system-'))
  chmodSync(folder, EXECUTABLE)
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const program = async (name, ...args) => {
    const { code, output } = await capture(path.join(bin, name), args, { cwd: folder, ...owner })
    if (code !== 0) throw new Error(`${name}: ${output}`)
  }
  try {
    await program('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync')
    const options = `-c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=400 -k ${folder}`
    await program('pg_ctl', 'start', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options)
    try {
      return await run(`postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`)
    } finally {
      await program('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The program folder of the newest version: `…/15/bin`, `…/postgresql@16/bin`. */
export function newestPrograms() {
  const found = DIRECTORIES.filter((directory) => existsSync(directory)).flatMap((directory) =>
    readdirSync(directory).map((name) => ({
      version: Number(/(?:^|@|-)(\d+)$/u.exec(name)?.[1]),
      bin: path.join(directory, name, 'bin'),
    })),
  )
  return found
    .filter(({ version, bin }) => version >= OLDEST_VERSION && existsSync(path.join(bin, 'initdb')))
    .toSorted((a, b) => b.version - a.version)[0]?.bin
}

/** PostgreSQL refuses to run as root and then gets its own user. */
export async function databaseUser() {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await capture('id', [flag, 'postgres'])).output)),
  )
  return { uid, gid }
}
