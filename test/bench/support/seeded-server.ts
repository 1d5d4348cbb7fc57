import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { seedApplications } from './seed-applications.ts'
import { startBenchServer, type BenchServer, type BenchServerOptions } from './server.ts'

/**
 * Starts a server whose database holds made-up applications.
 *
 * @param keep where what was seeded stays for the next run, which takes it as it finds it; undefined for a run alone
 */
export async function startSeededServer(
  count: number,
  { keep, ...options }: Pick<BenchServerOptions, 'env' | 'nodeOptions'> & { keep: string | undefined },
): Promise<BenchServer> {
  const kept = keep === undefined ? undefined : keptData(path.join(keep, `applications-${count}`))
  const server = await startBenchServer({
    ...options,
    ...(kept && { dataDir: kept.dataDir, env: { ...options.env, ENCRYPTION_KEY: kept.key } }),
  })
  try {
    if (kept?.isSeeded !== true) await seed(server, count)
    kept?.noteSeeded()
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

/** A folder that is kept: its data and its key. One that was not filled to the end is begun anew. */
function keptData(folder: string) {
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
