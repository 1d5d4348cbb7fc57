import { openDatabaseForCommand, type CommandDatabase } from '#server/app/commands/database-of-command.ts'
import { readSettings } from '#server/platform/config/settings.ts'
import { openKeyring } from '#server/platform/encryption/open-keyring.ts'
import { createStore } from '#server/platform/storage/create-store.ts'
import { encryptedStore } from '#server/platform/storage/encrypted-store.ts'
import type { Deployment } from './site.ts'

/** What data is made with and looked at beside a site's server: its database, its keys and its files. */
export type BesideServer = Awaited<ReturnType<typeof contextBeside>>

async function contextBeside({ environment }: Deployment, database: CommandDatabase) {
  const settings = readSettings(environment)
  const keyring = await openKeyring(settings, database.db, new Date())
  const store = encryptedStore(await createStore(settings), keyring)
  return { database, keyring, store, settings, now: () => new Date() }
}

/** Works beside the server of a site, and lets go of its database. */
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
