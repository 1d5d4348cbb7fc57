import { readFileSync } from 'node:fs'

/** Whether a process runs. Zombies do not. */
export function isRunning(pid: number): boolean {
  return isSignallable(pid) && !isZombie(pid)
}

/** Whether a process is a zombie: ended, but not reaped by its parent. */
export function isUncollected(pid: number): boolean {
  return isSignallable(pid) && isZombie(pid)
}

function isSignallable(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // The command name in parentheses may itself contain spaces and parentheses.
    return /\) [ZX] [^)]*$/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
