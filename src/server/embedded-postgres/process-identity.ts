import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The start of a process that lives, on a system that does not tell when it began. */
const UNKNOWN_START = ''

/**
 * When a process began, as an opaque text that no later process with the same id repeats.
 * `undefined` when no such process runs (one that only waits to be reaped counts as gone).
 */
export function processStart(pid: number): string | undefined {
  if (!isSignallable(pid)) return undefined
  if (process.platform === 'linux') return linuxStart(pid)
  if (process.platform === 'win32') return UNKNOWN_START
  return unixStart(pid)
}

/** Whether a process has ended, and still has its number because its parent has not asked how. */
export function isUncollected(pid: number): boolean {
  return isSignallable(pid) && processStart(pid) === undefined
}

/** Whether the process that was seen as `pid` with this start still runs; a reused id does not count. */
export function stillRuns(pid: number, start: string): boolean {
  const current = processStart(pid)
  if (current === undefined) return false
  return current === start || current === UNKNOWN_START || start === UNKNOWN_START
}

function isSignallable(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, as somebody else
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the command name, in brackets, may itself hold spaces and brackets
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    if (state === 'Z' || state === 'X') return undefined
    // field 22 of proc(5): clock ticks since the boot
    return `${bootId()}/${fields[19] ?? ''}`
  } catch {
    return isSignallable(pid) ? UNKNOWN_START : undefined
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

function unixStart(pid: number): string | undefined {
  try {
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env, encoding: 'utf8' }).trim() || undefined
    )
  } catch {
    return isSignallable(pid) ? UNKNOWN_START : undefined
  }
}
