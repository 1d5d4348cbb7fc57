import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isRunning, isUncollected } from './process-state.ts'

/** A PostgreSQL server process that runs on a cluster's folder. */
export interface Postmaster {
  pid: number
}

/**
 * The PostgreSQL that runs on the cluster, if one does. A `postmaster.pid` whose process id belongs to some other
 * program by now (after a power cut) is removed, since PostgreSQL itself would refuse to start over it.
 */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const file = path.join(cluster, 'postmaster.pid')
  const pid = pidIn(file)
  // a dead process's file stays: PostgreSQL reads in it whether old worker processes still hold the shared memory
  if (pid === undefined || !isRunning(pid)) return undefined
  if (isPostmasterOf(pid, cluster)) return { pid }
  rmSync(file, { force: true })
  return undefined
}

/** How long whoever has to collect a dead process is waited for. */
const COLLECTING_MS = 2_000
const LOOK_AGAIN_MS = 50

/**
 * Sees to a PostgreSQL that was killed and whose process nobody has collected yet, as happens below an idle process 1 of a
 * container: PostgreSQL takes it for a living one and refuses to start. After a short wait its `postmaster.pid` is removed.
 * Worker processes that it left are still noticed: they hold the shared memory that goes by the cluster's folder.
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

/** PostgreSQL works with its cluster as the current folder, which Linux shows; elsewhere the program's name decides. */
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
