import { spawn } from 'node:child_process'
import { heldHere } from './hold-back.mjs'
import { ROOT } from './project.mjs'

/** What a shell answers for a program that a signal ended. */
const SIGNAL_BASE = 128
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** How long is waited for what a program wrote last: whoever it left behind may hold its output open for ever. */
const LAST_WORDS_MS = 2_000

/** The exit code for the end of a child process. */
export function exitCodeOf(code, signal) {
  return code ?? SIGNAL_BASE + (SIGNAL_NUMBERS[signal] ?? 0)
}

/** Runs a program to its end, its output passing through, or kept where that is held back; answers its exit code. */
export function run(command, args, options = {}) {
  const said = heldHere()
  const output = said === undefined ? 'inherit' : 'pipe'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', output, output], ...options })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => said.push(text))
    }
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      const end = () => resolve(exitCodeOf(code, signal))
      const timer = setTimeout(end, LAST_WORDS_MS)
      child.once('close', () => {
        clearTimeout(timer)
        end()
      })
    })
  })
}

/** Runs a program to its end and keeps what it writes. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    }
    child.once('error', (error) => resolve({ code: -1, output: error.message }))
    child.once('close', (code, signal) => resolve({ code: exitCodeOf(code, signal), output }))
  })
}
