import { readFileSync } from 'node:fs'

/** Whether a process runs. One that has ended and waits to be collected by its parent does not. */
export function isRunning(pid: number): boolean {
  return isSignallable(pid) && !isZombie(pid)
}

/** Whether a process has ended, and still has its number because its parent has not collected it. */
export function isUncollected(pid: number): boolean {
  return isSignallable(pid) && isZombie(pid)
}

function isSignallable(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // the command name, in brackets, may itself hold spaces and brackets
    return /\) [ZX] [^)]*$/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
