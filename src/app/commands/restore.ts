import { formatDateTime } from '#base/rules/time/dates.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { type Settings } from '#base/server/config/settings.ts'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '#base/server/embedded-postgres/embedded-postgres.ts'
import { requireSameDatabase } from '#base/server/db/require-same-database.ts'
import { printNotice, print } from '#base/server/logging/terminal.ts'
import { requireTarget } from '#app/commands/configuration.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { BackupError } from '#features/operations/server/backup/manifest.ts'
import { restore, type Restored } from '#features/operations/server/backup/restore.ts'

/** `npm run restore -- DIR`: restores a backup to an empty database and an empty store. */
await runCommand({
  name: 'restore',
  usage: 'FOLDER',
  options: {},
  files: { min: 1, max: 1 },
  async run({ files: [folder = ''] }) {
    const settings = readSettings(process.env)
    requireTarget(settings)
    const stops: (() => Promise<void>)[] = []
    try {
      const target = {
        settings,
        store: await createStore(settings),
        openDatabase: () => openTarget(settings, stops),
      }
      const restored = await restore(target, folder)
      print(describe(restored))
      return restored.log.sound ? 0 : 1
    } finally {
      for (const stop of stops) await stop()
    }
  },
})

/** The configured database, or a new embedded one for the duration of the command. */
async function openTarget(settings: Settings, stops: (() => Promise<void>)[]): Promise<DatabaseUrls> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl = url, dataDir } = settings
  if (url !== undefined && ownerUrl !== undefined) {
    await requireSameDatabase({ url, ownerUrl })
    return { url, ownerUrl }
  }
  const options = { dataDir, log: (message: string) => printNotice(message) }
  if ((await findRunningPostgres(options)) !== undefined)
    throw new BackupError(`A server is running on ${dataDir}. Stop it first.`)
  const embedded = await startEmbeddedPostgres(options)
  stops.push(embedded.stop)
  return embedded
}

function describe({ manifest, log, archived, ended, passkeys }: Restored): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    '',
    `Restored, as of ${formatDateTime(new Date(manifest.takenAt))} (South African time): ` +
      `${rows} rows and ${manifest.objects.count} files.`,
    log.sound
      ? `The audit log is intact: ${log.rows} rows verified, up to number ${log.verifiedUpTo}.`
      : `The audit log in the backup is not intact: row ${log.eventId}, ${log.reason}.`,
    ...archived.map((file) => `The audit log anchors from this machine are now in ${file}. Keep them.`),
    'On every other server, move audit-anchors.jsonl and audit-anchor.json in DATA_DIR aside, and keep them.',
    ...endedLines(ended),
    ...(passkeys > 0
      ? [`Passkeys that sign in again: ${passkeys}, including those removed since the backup.`]
      : []),
    'All users have to sign in again. Email that was queued when the backup was created is sent when the server starts.',
    '',
  ].join('\n')
}

/** A backup brings back what was revoked since, so it is ended. */
function endedLines({ apiTokens, webhooks }: Restored['ended']): string[] {
  return [
    ...(apiTokens.length > 0
      ? [`API tokens revoked: ${apiTokens.length}. Create new ones for the programs that need them.`]
      : []),
    ...(webhooks.length > 0
      ? [`Webhooks paused: ${webhooks.length}. Check each one, send a test, and switch it on.`]
      : []),
  ]
}
