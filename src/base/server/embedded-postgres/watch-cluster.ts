import type { Endpoint } from './cluster-settings.ts'
import { type Cluster, clusterFolder, startCluster } from './cluster.ts'
import { runningPostmaster } from './postmaster.ts'

const INTERVAL_MS = 1_000

/**
 * Restarts PostgreSQL at the same address if it ends unexpectedly (killed, out of memory). PostgreSQL replaces its
 * workers, but not its main process.
 */
export function watchCluster(
  cluster: Cluster,
  endpoint: Endpoint,
  log: (message: string) => void,
): { end: () => Promise<void> } {
  let restart: Promise<void> | undefined
  const check = (): void => {
    if (restart || runningPostmaster(clusterFolder(cluster))) return
    log('PostgreSQL stopped unexpectedly and is being restarted.')
    restart = startCluster(cluster, endpoint)
      .then(() => log('PostgreSQL is running again.'))
      .catch((error: unknown) => log(error instanceof Error ? error.message : String(error)))
      .finally(() => (restart = undefined))
  }
  const timer = setInterval(check, INTERVAL_MS).unref()
  return {
    async end() {
      clearInterval(timer)
      await restart
    },
  }
}
