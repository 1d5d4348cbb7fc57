import { spawnSync } from 'node:child_process'
import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseStartError } from './database-start-error.ts'

/** The ids that PostgreSQL runs under, since it refuses to run as root. */
export interface SystemUser {
  uid: number
  gid: number
}

const NAMES = ['postgres', '_postgres']

const CREATE_COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']],
  ['adduser', ['-S', '-D', '-H', 'postgres']],
]

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * PostgreSQL's user if this process is root: the owner of an existing database, otherwise the system's `postgres` user,
 * created if missing. `undefined` if not root.
 *
 * @throws DatabaseStartError if there is no such user and none can be created
 */
export function databaseUser(database: string): SystemUser | undefined {
  if (!isRoot()) return undefined
  return ownerOf(database) ?? findSystemUser() ?? createSystemUser()
}

function ownerOf(database: string): SystemUser | undefined {
  const stat = lstatSync(database, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

function findSystemUser(): SystemUser | undefined {
  for (const name of NAMES) {
    const uid = idOf(name, '-u')
    const gid = idOf(name, '-g')
    if (uid && gid) return { uid, gid }
  }
  return undefined
}

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return result.status === 0 ? Number(result.stdout.trim()) : undefined
}

function createSystemUser(): SystemUser {
  for (const [command, args] of CREATE_COMMANDS) {
    spawnSync(command, args, { stdio: 'ignore' })
    const created = findSystemUser()
    if (created) return created
  }
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and the system user "postgres" is missing and could not be created. ' +
      'Create it, start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Whether `user` (default: this process's) can run the program. */
export function canRun(program: string, args: readonly string[], user: SystemUser | undefined): boolean {
  return spawnSync(program, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Whether `user` can enter the folder through all its parents. */
export function canEnter(folder: string, user: SystemUser): boolean {
  return canRun('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user)
}

/** Changes the owner of a file, or of a folder with its content. */
export function giveTo(user: SystemUser | undefined, target: string): void {
  if (!user) return
  const stat = lstatSync(target)
  if (stat.uid !== user.uid || stat.gid !== user.gid) lchownSync(target, user.uid, user.gid)
  if (!stat.isDirectory()) return
  for (const entry of readdirSync(target)) giveTo(user, path.join(target, entry))
}

/** Creates a folder that every user can traverse, regardless of the umask. */
export function createOpenFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755)
}

/** Makes a folder's content readable by all users, and programs executable. */
export function openToAll(target: string): void {
  const stat = lstatSync(target)
  if (stat.isSymbolicLink()) return
  chmodSync(target, stat.mode & 0o100 ? 0o755 : 0o644)
  if (!stat.isDirectory()) return
  for (const entry of readdirSync(target)) openToAll(path.join(target, entry))
}
