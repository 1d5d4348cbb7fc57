import { readFile } from 'node:fs/promises'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { importModelOfFile } from '#features/due-diligence/server/rating/model-file.ts'
import { importFirm } from '#features/firm/server/transfer/import-firm.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { print } from '#base/server/logging/terminal.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'

/** `npm run firm:import -- FILE`: takes over the settings of a file of `firm:export`; running servers follow. */
await runCommand({
  name: 'firm:import',
  usage: 'FILE',
  options: {},
  files: { min: 1, max: 1 },
  async run({ files: [file = ''] }) {
    const settings = readSettings(process.env)
    const database = await openDatabaseForCommand(settings)
    try {
      const { now } = await openDatabaseClock(database)
      const context = { database, settings, now }
      const changed = await importFirm(context, await readFile(file, 'utf8'), importModelOfFile)
      print(changed.length === 0 ? 'Nothing was changed.' : `Changed: ${changed.join(', ')}.`)
    } finally {
      await database.close()
    }
  },
})
