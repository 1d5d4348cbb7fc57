import { retentionEndsOn, RETENTION_YEARS } from '#domain/retention/retention.ts'
import { dayOf, formatDay } from '#domain/time/dates.ts'
import { readSettings } from '#server/platform/config/settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabaseForCommand } from '#server/app/commands/database-of-command.ts'
import { createLogger } from '#server/platform/logging/logger.ts'
import { print } from '#server/platform/logging/terminal.ts'
import { openDatabaseClock } from '#server/shared/nodes/database-clock.ts'
import { runCommand } from '#server/app/commands/run-command.ts'
import { endedRelationships } from '#server/features/retention/ended-relationships.ts'
import { eraseEnded } from '#server/features/retention/erase-ended.ts'

/** `npm run retention -- --dry-run`: lists clients whose retention has ended; without it, erases their records. */
await runCommand({
  name: 'retention',
  usage: '[--dry-run]',
  options: { 'dry-run': { type: 'boolean', default: false } },
  async run({ values: { 'dry-run': dryRun } }) {
    const database = await openDatabaseForCommand(readSettings(process.env))
    try {
      const { now } = await openDatabaseClock(database)
      if (dryRun) return await list(database.db, now())
      const erased = await eraseEnded({
        database,
        now,
        log: createLogger({ level: 'info' }),
      })
      print(`\nClients erased: ${erased}. Their files are deleted within a day.\n`)
    } finally {
      await database.close()
    }
  },
})

async function list(db: Database, now: Date): Promise<void> {
  let found = 0
  for await (const { username, endedAt, documents } of endedRelationships(db, now)) {
    found += 1
    print(
      `${username}: relationship ended on ${formatDay(dayOf(endedAt))}, kept until ${formatDay(retentionEndsOn(endedAt))}, ` +
        `documents: ${documents}`,
    )
  }
  print(
    `\nClients to erase: ${found}. Their records have been kept for ${RETENTION_YEARS} years after the relationship ended.\n`,
  )
}
