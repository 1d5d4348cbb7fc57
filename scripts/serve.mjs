import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { SetupError } from './ensure.mjs'
import { inRoot, ROOT } from './project.mjs'
import { exitCodeOf } from './run.mjs'

/** A signal repeated sooner than this is the same key press, arriving by two ways (the terminal's, and npm's). */
const SAME_SIGNAL_MS = 1_000
const PARENT_CHECK_MS = 1_000
/** Of a terminal, SIGHUP says that its window was closed; elsewhere a user asks the server to renew itself. */
const PASSED_SIGNALS = {
  SIGINT: 'SIGINT',
  SIGTERM: 'SIGTERM',
  SIGHUP: process.stdin.isTTY || process.stdout.isTTY ? 'SIGTERM' : 'SIGHUP',
}

/** The option that reads the settings of `.env`, where there is one. */
export function envFileOption() {
  const file = inRoot('.env')
  if (!existsSync(file)) return []
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new SetupError(
      `The settings in ${file} cannot be read by this user. Start the server as the user that may read them, or give ` +
        'this user access to the file.',
    )
  }
  return [`--env-file=${file}`]
}

/**
 * Runs a long-lived program and ends with it: signals are passed on, once, the exit code is kept, and the program
 * stops when this process, or the npm that started it, is gone, or when `signal` says so.
 */
export function serve(node, args, { env = {}, signal } = {}) {
  const child = spawn(node, ['--import', new URL('end-with-parent.mjs', import.meta.url).href, ...args], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled'), ...process.env, ...env },
    // its own group: a terminal's Ctrl+C would otherwise reach it a second time
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  passSignals(child)
  signal?.addEventListener('abort', () => child.kill('SIGTERM'))
  const watch = watchNpm(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, endedBy) => {
      clearInterval(watch)
      resolve(exitCodeOf(code, endedBy))
    })
  })
}

function passSignals(child) {
  let last = 0
  for (const [received, passed] of Object.entries(PASSED_SIGNALS)) {
    process.on(received, () => {
      if (Date.now() - last < SAME_SIGNAL_MS) return
      last = Date.now()
      child.kill(passed)
    })
  }
}

/** npm that is killed cannot tell its scripts, and the shell between may stay: watch both ancestors. */
function watchNpm(child) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const begun = ancestors()
  return setInterval(() => {
    // not a second time: a server that is asked to stop while it stops ends at once, and leaves its lock behind
    if (!child.killed && ancestors() !== begun) child.kill('SIGTERM')
  }, PARENT_CHECK_MS).unref()
}

/** The ids of this process's parent and of the parent's parent. */
function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`
}

function parentOf(pid) {
  try {
    // the fourth field of proc(5), after the name in brackets, which may hold anything
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]
  } catch {
    return spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim()
  }
}
