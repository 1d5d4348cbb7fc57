import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { seedApplications } from './seed-applications.ts'
import { startBenchServer, type BenchServer, type BenchServerOptions } from './server.ts'

/**
 * Starts a server with generated applications in its database.
 *
 * @param keep folder in which the data stays for the next run; undefined for a temporary one
 */
export async function startSeededServer(
  count: number,
  { keep, ...options }: Pick<BenchServerOptions, 'env' | 'nodeOptions'> & { keep: string | undefined },
): Promise<BenchServer> {
  const stored = keep === undefined ? undefined : storedData(path.join(keep, `applications-${count}`))
  const server = await startBenchServer({
    ...options,
    ...(stored && { dataDir: stored.dataDir, env: { ...options.env, ENCRYPTION_KEY: stored.key } }),
  })
  try {
    if (stored?.isSeeded !== true) await seed(server, count)
    stored?.noteSeeded()
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function seed(server: BenchServer, count: number): Promise<void> {
  const found = await findRunningPostgres({ dataDir: server.dataDir, log: () => undefined })
  if (found === undefined) throw new Error('The database is not running.')
  await seedApplications(found.ownerUrl, count)
}

/** A reusable folder with data and key. An incompletely filled one is recreated. */
function storedData(folder: string) {
  const keyFile = path.join(folder, 'key')
  const seeded = path.join(folder, 'seeded')
  const isSeeded = existsSync(seeded)
  if (!isSeeded) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
  }
  return {
    dataDir: path.join(folder, 'data'),
    key: readFileSync(keyFile, 'utf8'),
    isSeeded,
    noteSeeded: () => writeFileSync(seeded, ''),
  }
}
