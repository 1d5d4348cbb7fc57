import { spawnSync } from 'node:child_process'
import { missingForS3 } from '../s3-server.mjs'
import { newestPrograms } from '../system-postgres.mjs'

const PROGRAMS = ['patroni', 'etcd', 'haproxy']

/** Missing packages of a cluster. */
export function packagesMissing() {
  const programs = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
  return [...programs, ...(newestPrograms() === undefined ? ['postgresql'] : []), ...missingForS3()]
}
