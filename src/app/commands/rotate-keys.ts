import { readSettings } from '#app/server/config/settings.ts'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'
import { keyFileOf } from '#base/server/encryption/key-file.ts'
import { commandCall } from '#base/server/command-call.ts'
import { print } from '#base/server/logging/terminal.ts'
import { openKeyring } from '#base/server/encryption/open-keyring.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import {
  retireKeys,
  retiredFileOf,
  rotateKeys,
  type Rotated,
  type RotationContext,
} from '#features/operations/server/key-rotation/rotate.ts'

/**
 * `npm run keys:rotate`: re-encrypts everything with a new key, while servers run; `-- --retire` retires older keys.
 */
await runCommand({
  name: 'keys:rotate',
  usage: '[--retire]',
  options: { retire: { type: 'boolean', default: false } },
  async run({ values: { retire } }) {
    const settings = readSettings(process.env)
    const database = await openDatabaseForCommand(settings)
    try {
      const { now } = await openDatabaseClock(database)
      const keyring = await openKeyring(settings, database.db, now())
      // The rotation itself finds out whether the newest key may be used.
      keyring.encryptWith(null)
      const rawStore = await createStore(settings)
      const context: RotationContext = {
        database,
        keyring,
        rawStore,
        store: encryptedStore(rawStore, keyring),
        keyFile: settings.encryptionKeys === undefined ? keyFileOf(settings) : null,
        now,
        print: (line) => print(line),
      }
      if (retire) printRetired(await retireKeys(context), context.keyFile)
      else printRotated(await rotateKeys(context))
    } finally {
      await database.close()
    }
  },
})

function printRotated({ current, older }: Rotated): void {
  print(`\nAll data is now encrypted with the key ${current}.`)
  if (older.length > 0) {
    print(
      `The data no longer needs ${older.join(', ')}. Create a new backup. After a day, retire the older key: ` +
        `${commandCall('keys:rotate', '--retire')}\n`,
    )
  }
}

function printRetired(retired: readonly string[], keyFile: string | null): void {
  if (retired.length === 0) return print('\nThere is only one key, so there is nothing to retire.\n')
  print(
    `\nRetired: ${retired.join(', ')}. ` +
      (keyFile === null
        ? 'Remove it from ENCRYPTION_KEY.'
        : `It was moved to ${retiredFileOf(keyFile)}: store that file safely.`),
  )
  print('Keep it for as long as you keep backups from before the rotation. They cannot be read without it.\n')
}
