import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseStartError } from './database-start-error.ts'
import { type SystemUser, canEnter, createOpenFolder, databaseUser, giveTo } from './system-user.ts'

/** The database folder, and PostgreSQL's user (`undefined`: this process's). */
export interface DatabaseHome {
  folder: string
  user: SystemUser | undefined
}

interface LocationNote {
  dataDir: string
  database: string
}

const NOTE_NAME = 'database-location.json'

/**
 * Creates DATA_DIR if missing, private, and returns its real path. As root, the database's user may traverse it only.
 */
export function prepareDataDir(dataDir: string): string {
  const created = mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  if (created !== undefined) {
    const user = databaseUser(path.join(dataDir, 'database'))
    if (user) chownSync(dataDir, 0, user.gid)
    chmodSync(dataDir, user ? 0o710 : 0o700)
  }
  return realpathSync(dataDir)
}

/**
 * The database folder: inside DATA_DIR, or for root in `systemFolder` if the database's user cannot enter DATA_DIR. A
 * note in DATA_DIR records the location for later starts.
 *
 * @throws DatabaseStartError if the folder belongs to another user, or the note to another DATA_DIR
 */
export function openDatabaseHome(
  dataDir: string,
  systemFolder: string,
  log: (message: string) => void,
): DatabaseHome {
  const inside = path.join(dataDir, 'database')
  const noted = readNote(dataDir)
  const user = databaseUser(noted ?? inside)
  const mustMove = user !== undefined && noted === undefined && !canEnter(dataDir, user)
  if (mustMove) refuseToAbandon(inside)
  const home = { folder: mustMove ? createOutside(dataDir, systemFolder, log) : (noted ?? inside), user }
  createHome(home)
  if (mustMove) writeNote(dataDir, home.folder, log)
  return home
}

function createHome({ folder, user }: DatabaseHome): void {
  mkdirSync(folder, { recursive: true })
  if (!user) return requireOwn(folder)
  if (lstatSync(folder).uid !== user.uid) giveTo(user, folder)
  chmodSync(folder, 0o700)
}

function requireOwn(folder: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new DatabaseStartError(
      `The database in ${folder} belongs to another user (id ${lstatSync(folder).uid}), so this one cannot open it. ` +
        'Start as the user who created it (root, if that was root), give the folder to this user, or set DATA_DIR ' +
        'to another folder.',
    )
  }
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
}

/** Whether a folder holds an embedded database, or a note that says where it is. Creates nothing. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return ['database', NOTE_NAME].some((name) => existsSync(path.join(dataDir, name)))
}

/** A new folder: an earlier one of the same DATA_DIR belongs to deleted data. */
function createOutside(dataDir: string, systemFolder: string, log: (message: string) => void): string {
  createOpenFolder(systemFolder)
  const prefix = `${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}-`
  for (const name of readdirSync(systemFolder).filter((entry) => entry.startsWith(prefix))) {
    log(
      `An earlier database of ${dataDir} is still in ${path.join(systemFolder, name)}; nothing uses it any more.`,
    )
  }
  return mkdtempSync(path.join(systemFolder, prefix))
}

/** An unreachable database inside DATA_DIR must not be replaced by an empty one elsewhere. */
function refuseToAbandon(inside: string): void {
  if (!existsSync(inside)) return
  throw new DatabaseStartError(
    `The database in ${inside} cannot be reached by PostgreSQL's own user (id ${lstatSync(inside).uid}), which has to ` +
      'pass through every folder above it. Let that user pass (chmod o+x), or start as the user who owns it.',
  )
}

function writeNote(dataDir: string, database: string, log: (message: string) => void): void {
  const note = {
    dataDir,
    database,
    why: `PostgreSQL does not run as root, and its user cannot enter ${dataDir}.`,
  }
  writeFileSync(path.join(dataDir, NOTE_NAME), `${JSON.stringify(note, undefined, 2)}\n`)
  log(`The database is kept in ${database}, because PostgreSQL's own user cannot enter ${dataDir}.`)
}

function readNote(dataDir: string): string | undefined {
  const file = path.join(dataDir, NOTE_NAME)
  if (!existsSync(file)) return undefined
  const note = parseNote(readFileSync(file, 'utf8'))
  if (!note) throw new DatabaseStartError(`${file} cannot be read: it must name "dataDir" and "database".`)
  if (!existsSync(note.database)) {
    throw new DatabaseStartError(
      `${file} says that the database is in ${note.database}, and that folder is missing. Put it back, or remove ` +
        `${file} to begin with an empty database.`,
    )
  }
  if (note.dataDir === dataDir) return note.database
  if (existsSync(note.dataDir)) {
    // Two data folders on one database would mix up their documents.
    throw new DatabaseStartError(
      `${file} points to ${note.database}, the database of ${note.dataDir}: ${dataDir} looks like a copy of it. ` +
        `Remove ${file} to begin with an empty database, or start with DATA_DIR=${note.dataDir}.`,
    )
  }
  writeFileSync(file, `${JSON.stringify({ ...note, dataDir }, undefined, 2)}\n`)
  return note.database
}

function parseNote(text: string): LocationNote | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    if (!('dataDir' in value) || typeof value.dataDir !== 'string') return undefined
    if (!('database' in value) || typeof value.database !== 'string') return undefined
    return { ...value, dataDir: value.dataDir, database: value.database }
  } catch {
    return undefined
  }
}
