import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { print } from '#base/server/logging/terminal.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'
import { UsageError } from '#app/commands/command-arguments.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { backUp } from '#features/operations/server/backup/back-up.ts'
import { generationsIn, nameOf, prune } from '#features/operations/server/backup/generations.ts'
import type { Manifest } from '#features/operations/server/backup/manifest.ts'

const OWNER_ONLY_FOLDER = 0o700

/**
 * `npm run backup -- FOLDER`: backs up database and files, with or without a running server. With `--into` the folder
 * holds several backups, which share unchanged files; old ones are deleted.
 */
await runCommand({
  name: 'backup',
  usage: 'FOLDER | --into FOLDER-OF-ALL [--keep-daily 7] [--keep-weekly 5]',
  options: {
    into: { type: 'string', path: true },
    'keep-daily': { type: 'string', default: '7' },
    'keep-weekly': { type: 'string', default: '5' },
  },
  files: { min: 0, max: 1 },
  async run({ files: [folder], values }) {
    const { into } = values
    const retention = {
      daily: count('--keep-daily', values['keep-daily'], 1),
      weekly: count('--keep-weekly', values['keep-weekly'], 0),
    }
    if ((folder === undefined) === (into === undefined)) {
      throw new UsageError('Give the folder for the backup.')
    }
    const settings = readSettings(process.env)
    const database = await openDatabaseForCommand(settings)
    try {
      const { now } = await openDatabaseClock(database)
      const source = { database, store: await createStore(settings), now }
      const { target, earlier } =
        into === undefined ? { target: folder ?? '', earlier: undefined } : await nextTarget(into, now())
      const manifest = await backUp(source, target, earlier)
      print(describe(manifest, target))
      if (manifest.missing.length > 0) return 1
      if (into !== undefined) {
        const removed = await prune(into, retention, now())
        if (removed > 0) print(`Older backups removed: ${removed}.\n`)
      }
    } finally {
      await database.close()
    }
  },
})

/** @throws UsageError */
function count(option: string, text: string, min: number): number {
  if (/^\d{1,3}$/u.test(text) && Number(text) >= min) return Number(text)
  throw new UsageError(`${option} takes a number from ${min} to 999. Nothing was done.`)
}

/** Target in a folder of several backups, and the newest existing one. */
async function nextTarget(all: string, now: Date): Promise<{ target: string; earlier: string | undefined }> {
  await mkdir(all, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const [newest] = await generationsIn(all)
  return { target: path.join(all, nameOf(now)), earlier: newest?.folder }
}

function describe({ takenAt, tables, objects, encryptionKeys, missing }: Manifest, folder: string): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    '',
    `Backed up to ${folder}, as of ${formatDateTime(new Date(takenAt))} (South African time):`,
    `  ${rows} rows in ${tables.length} tables, ${objects.count} files (${objects.bytes} bytes).`,
    '',
    'Anyone with this folder can read names, addresses, incomes and amounts. Restrict access to it.',
    `ID and tax numbers, files and queued email are encrypted with the key ${encryptionKeys.join(', ')}, which is not in the backup.`,
    'Store that key elsewhere for as long as you keep the backup. Without it, the backup cannot be restored.',
    ...missing.map(({ documentId, key }) => `  MISSING from the store: ${key} (document ${documentId}).`),
    '',
  ].join('\n')
}
