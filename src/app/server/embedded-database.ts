import type { Logger } from 'pino'
import type { Settings } from '#base/server/config/settings.ts'
import { hasEmbeddedDatabase } from '#base/server/embedded-postgres/database-home.ts'
import { startEmbeddedPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'

/**
 * Starts the embedded database of a server without DATABASE_URL.
 *
 * @throws in production where there is none yet: a forgotten setting would open an empty site
 */
export async function startEmbeddedDatabase(
  { production, dataDir }: Pick<Settings, 'production' | 'dataDir'>,
  log: Logger,
  maxConnections?: number,
): ReturnType<typeof startEmbeddedPostgres> {
  if (production && !hasEmbeddedDatabase(dataDir)) {
    throw new Error(
      `DATABASE_URL: set the address of the database. DATA_DIR (${dataDir}) contains none, and production does not create ` +
        'an empty one. Nothing was changed.',
    )
  }
  return startEmbeddedPostgres({
    dataDir,
    log: (message) => log.info(message),
    ...(maxConnections === undefined ? {} : { maxConnections }),
  })
}
