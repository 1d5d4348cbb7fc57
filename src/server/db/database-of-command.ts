import type { Settings } from '#server/config/settings.ts'
import { complain, remark } from '#server/logging/terminal.ts'
import { openDatabase, purposes, type DatabaseConnection } from './database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { isMigrated, migrate } from './migrate.ts'

/**
 * The database for a command that is run beside the server or without it: the one that is configured, the embedded one
 * that a server is running, or the embedded one started for as long as the command takes.
 */
export async function openDatabaseForCommand(settings: Settings): Promise<DatabaseConnection> {
  const options = { dataDir: settings.dataDir, log: remark }
  if (settings.databaseUrl !== undefined) await migrateIfNew(settings.databaseUrl, settings.databaseOwnerUrl)
  const running = settings.databaseUrl ?? (await findRunningPostgres(options))?.url
  if (running !== undefined) return openDatabase(running, complain, purposes.commands)
  const embedded = await startEmbeddedPostgres(options)
  await migrate(embedded.ownerUrl, embedded.url)
  const database = openDatabase(embedded.url, complain, purposes.commands)
  return {
    ...database,
    async close() {
      await database.close()
      await embedded.stop()
    },
  }
}

/** A command may come before the first start. A database that has a schema keeps it: a server may be using it. */
async function migrateIfNew(url: string, ownerUrl = url): Promise<void> {
  if (!(await isMigrated(ownerUrl))) await migrate(ownerUrl, url)
}
