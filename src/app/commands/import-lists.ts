import { listSources } from '#features/screening/rules/lists.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { groupListFiles, importListFiles } from '#features/screening/server/list-files.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { print, printError } from '#base/server/logging/terminal.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'

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
