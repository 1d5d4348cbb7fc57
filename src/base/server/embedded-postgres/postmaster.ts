import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isRunning, isUncollected } from './process-state.ts'

/** A PostgreSQL process on a cluster's folder. */
export interface Postmaster {
  pid: number
}

/**
 * The running PostgreSQL of a cluster, if any. A `postmaster.pid` with another program's process id (after a power cut)
 * is removed, since PostgreSQL would refuse to start.
 */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const file = path.join(cluster, 'postmaster.pid')
  const pid = pidIn(file)
  // The file of a dead process stays: PostgreSQL uses it to detect old worker processes that hold the shared memory.
  if (pid === undefined || !isRunning(pid)) return undefined
  if (isPostmasterOf(pid, cluster)) return { pid }
  rmSync(file, { force: true })
  return undefined
}

/** How long to wait for a dead process to be reaped. */
const COLLECTING_MS = 2_000
const LOOK_AGAIN_MS = 50

/**
 * Handles a killed PostgreSQL that was not reaped, as under an idle process 1 of a container, where PostgreSQL would
 * refuse to start. After a short wait its `postmaster.pid` is removed. Its remaining workers are still detected, since
 * they hold the cluster's shared memory.
 */
export async function forgetUncollected(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  const until = Date.now() + COLLECTING_MS
  for (let pid = pidIn(file); pid !== undefined && isUncollected(pid); pid = pidIn(file)) {
    if (Date.now() >= until) return rmSync(file, { force: true })
    await wait(LOOK_AGAIN_MS)
  }
}

function pidIn(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** PostgreSQL's working directory is its cluster, visible on Linux; elsewhere the program's name decides. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') return currentFolderOf(pid) === realpathSync(cluster)
  return commandOf(pid).endsWith('postgres')
}

function currentFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
