import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Process id of the embedded database's postmaster in a folder; 0 if none. It is not a child of the process that
 * started it.
 */
export function postmasterIn(dataDir: string): number {
  const file = path.join(dataDir, 'database', 'cluster', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}
