import { listSources } from '#domain/screening/lists.ts'
import { formatDay } from '#domain/time/dates.ts'
import { openDatabaseForCommand } from '#server/app/commands/database-of-command.ts'
import { runCommand } from '#server/app/commands/run-command.ts'
import { groupListFiles, importListFiles } from '#server/features/screening/list-files.ts'
import { readSettings } from '#server/platform/config/settings.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import { print, printError } from '#server/platform/logging/terminal.ts'
import { openDatabaseClock } from '#server/shared/nodes/database-clock.ts'

/** `npm run lists:import -- FILE...`: loads sanctions lists and puts them in force, without a server. */
await runCommand({
  name: 'lists:import',
  usage: 'FILE...',
  options: {},
  files: { min: 1, max: Infinity },
  async run({ files: named }) {
    const database = await openDatabaseForCommand(readSettings(process.env))
    try {
      const { now } = await openDatabaseClock(database)
      let refused = 0
      for (const files of groupListFiles(named)) {
        if (!(await importOne({ database, now }, files))) refused += 1
      }
      return refused === 0 ? 0 : 1
    } finally {
      await database.close()
    }
  },
})

/** Imports one list. @returns whether it was accepted */
async function importOne(context: Parameters<typeof importListFiles>[0], files: string[]): Promise<boolean> {
  const name = files.join(' and ')
  try {
    print(`${name}: ${textOf(await importListFiles(context, files))}`)
    return true
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    printError(new Error(`${name}: ${error.message}`))
    return false
  }
}

function textOf(imported: Awaited<ReturnType<typeof importListFiles>>): string {
  if (imported === 'unchanged') return 'known already, nothing was changed'
  const { source, generatedOn, entries, added, changed, removed } = imported
  return `${listSources[source].label}, ${formatDay(generatedOn)}, is in force: ${entries} entries, ${added} added, ${changed} changed, ${removed} removed`
}
