import path from 'node:path'
import { formatDateTime } from '#domain/time/dates.ts'
import { readSettings } from '#server/config/settings.ts'
import { openDatabaseForCommand } from '#server/commands/database-of-command.ts'
import { say } from '#server/logging/terminal.ts'
import { openDatabaseClock } from '#server/nodes/database-clock.ts'
import { runCommand, UsageError } from '#server/commands/run-command.ts'
import { createStore } from '#server/storage/create-store.ts'
import { backUp } from '#server/backup/back-up.ts'
import type { Manifest } from '#server/backup/manifest.ts'

/** `npm run backup -- DIR`: backs database and files up, while the server runs or not. */
await runCommand({
  usage: 'npm run backup -- FOLDER',
  options: {},
  async run({ positionals: [folder, ...more] }) {
    if (folder === undefined || more.length > 0) throw new UsageError('Name the folder for the backup.')
    const settings = readSettings(process.env)
    const database = await openDatabaseForCommand(settings)
    try {
      const { now } = await openDatabaseClock(database)
      const store = await createStore(settings)
      const target = path.resolve(folder)
      const manifest = await backUp({ database, store, now }, target)
      say(describe(manifest, target))
      return manifest.missing.length === 0 ? 0 : 1
    } finally {
      await database.close()
    }
  },
})

function describe({ takenAt, tables, objects, encryptionKeys, missing }: Manifest, folder: string): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    '',
    `Backed up to ${folder}, as of ${formatDateTime(new Date(takenAt))} (South African time):`,
    `  ${rows} rows of ${tables.length} tables, ${objects.count} files (${objects.bytes} bytes).`,
    '',
    'Whoever has this folder reads names, addresses, incomes and amounts in it: keep it where only you can read it.',
    `ID and tax numbers, files and waiting mail are sealed with the encryption key ${encryptionKeys.join(', ')}, which is not in it:`,
    'keep that key somewhere else, for as long as the backup. Without it the backup cannot be restored.',
    ...missing.map(
      ({ documentId, key }) => `  MISSING: the store does not have ${key}, of document ${documentId}.`,
    ),
    '',
  ].join('\n')
}
