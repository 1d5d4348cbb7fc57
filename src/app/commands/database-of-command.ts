import type { Settings } from '#base/server/config/settings.ts'
import { printError, printNotice } from '#base/server/logging/terminal.ts'
import { openDatabase, purposes, type DatabaseConnection } from '#base/server/db/database.ts'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '#base/server/embedded-postgres/embedded-postgres.ts'
import { urlsIn } from '#base/server/db/external-database.ts'
import { requireDatabase } from './configuration.ts'
import { requireSameDatabase } from '#base/server/db/require-same-database.ts'
import { isMigrated, migrate } from '#base/server/db/migrate.ts'

/** A database, with its address for the owner role. */
export interface CommandDatabase extends DatabaseConnection {
  ownerUrl: string
}

/**
 * The database for a command: the configured one, the embedded one of a running server, or the embedded one started for
 * the command.
 */
export async function openDatabaseForCommand(settings: Settings): Promise<CommandDatabase> {
  requireDatabase(settings)
  const options = { dataDir: settings.dataDir, log: printNotice }
  const given = urlsIn(settings)
  if (given !== undefined) await migrateIfNew(given)
  const running = given ?? (await findRunningPostgres(options))
  if (running !== undefined)
    return { ...openDatabase(running.url, printError, purposes.commands), ownerUrl: running.ownerUrl }
  const embedded = await startEmbeddedPostgres(options)
  await migrate(embedded.ownerUrl, embedded.url)
  const database = openDatabase(embedded.url, printError, purposes.commands)
  return {
    ...database,
    ownerUrl: embedded.ownerUrl,
    async close() {
      await database.close()
      await embedded.stop()
    },
  }
}

/** A command may run before the first start. An existing schema is unchanged, since a server may be using it. */
async function migrateIfNew({ url, ownerUrl }: DatabaseUrls): Promise<void> {
  await requireSameDatabase({ url, ownerUrl })
  if (!(await isMigrated(ownerUrl))) await migrate(ownerUrl, url)
}
