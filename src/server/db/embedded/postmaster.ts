import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { processStart } from './process-identity.ts'

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
  if (pid === undefined || processStart(pid) === undefined) return undefined
  if (isPostmasterOf(pid, cluster)) return { pid }
  rmSync(file, { force: true })
  return undefined
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
