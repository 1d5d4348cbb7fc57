import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { printNotice, print } from '#base/server/logging/terminal.ts'
import { requireKeys } from '#app/commands/configuration.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { checkBackup, type Checked } from '#features/operations/server/backup/check-backup.ts'

/**
 * `npm run backup:check -- FOLDER`: restores a backup to a temporary folder, decrypts all data, and reports the result.
 */
await runCommand({
  name: 'backup:check',
  usage: '[--scratch FOLDER] [--database URL] FOLDER',
  options: { scratch: { type: 'string', default: tmpdir(), path: true }, database: { type: 'string' } },
  files: { min: 1, max: 1 },
  async run({ files: [folder = ''], values }) {
    const settings = readSettings(process.env)
    requireKeys(settings)
    // Readable by its owner only (mkdtemp): it contains names and amounts in plaintext.
    const scratch = await mkdtemp(path.join(values.scratch, 'backup-check-'))
    try {
      const log = (message: string) => printNotice(message)
      const checked = await checkBackup(settings, folder, {
        scratch,
        databaseUrl: values.database,
        log,
      })
      print(describe(checked))
      return checked.log.sound && checked.unreadable.length === 0 && checked.manifest.missing.length === 0
        ? 0
        : 1
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  },
})

function describe({ manifest, log, opened, unreadable }: Checked): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    '',
    `Restored the backup of ${formatDateTime(new Date(manifest.takenAt))} (South African time) to a scratch folder:`,
    `  ${rows} rows and ${manifest.objects.count} files; ${opened} documents opened, all unchanged.`,
    log.sound
      ? `  The audit log is intact: ${log.rows} rows verified, up to number ${log.verifiedUpTo}.`
      : `  The audit log is not intact: row ${log.eventId}, ${log.reason}.`,
    ...manifest.missing.map(
      ({ documentId }) => `  MISSING when the backup was created: the file of document ${documentId}.`,
    ),
    ...unreadable.map((what) => `  CANNOT BE READ: ${what}.`),
    unreadable.length === 0 ? '  All encrypted text in it could be decrypted.' : '',
    '',
  ].join('\n')
}
