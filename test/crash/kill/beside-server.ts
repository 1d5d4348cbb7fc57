import { openDatabaseForCommand, type CommandDatabase } from '#app/commands/database-of-command.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { openKeyring } from '#base/server/encryption/open-keyring.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import type { Deployment } from './site.ts'

/** Direct access to a site's database, keys and files, to create and inspect data. */
export type BesideServer = Awaited<ReturnType<typeof contextBeside>>

async function contextBeside({ environment }: Deployment, database: CommandDatabase) {
  const settings = readSettings(environment)
  const keyring = await openKeyring(settings, database.db, new Date())
  const store = encryptedStore(await createStore(settings), keyring)
  return { database, keyring, store, settings, now: () => new Date() }
}

/** Runs work with direct access, and disconnects. */
export async function besideServer<Done>(
  site: Deployment,
  work: (context: BesideServer) => Promise<Done>,
): Promise<Done> {
  const database = await openDatabaseForCommand(readSettings(site.environment))
  try {
    return await work(await contextBeside(site, database))
  } finally {
    await database.close()
  }
}
