import { spawn } from 'node:child_process'
import { ROOT } from './project.mjs'

/** What a shell answers for a program that a signal ended. */
const SIGNAL_BASE = 128
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** The exit code for the end of a child process. */
export function exitCodeOf(code, signal) {
  return code ?? SIGNAL_BASE + (SIGNAL_NUMBERS[signal] ?? 0)
}

/** Runs a program to its end, its output passing through; answers its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], ...options })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(exitCodeOf(code, signal)))
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
