import { retentionEndsOn, RETENTION_YEARS } from '#features/applications/rules/retention.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { readSettings } from '#app/server/config/settings.ts'
import type { Database } from '#base/server/db/database.ts'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { print } from '#base/server/logging/terminal.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { endedRelationships } from '#features/records/server/retention/ended-relationships.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'

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
