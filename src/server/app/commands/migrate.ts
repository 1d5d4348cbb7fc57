import { readSettings } from '#server/platform/config/settings.ts'
import { urlsIn } from '#server/platform/db/external-database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { printNotice } from '#server/platform/logging/terminal.ts'
import { requireDatabase } from '#server/app/commands/configuration.ts'
import { runCommand } from '#server/app/commands/run-command.ts'

/**
 * `npm run migrate`: runs the next start's migrations, while servers of the previous version run (docs/decisions/0081).
 */
await runCommand({
  name: 'migrate',
  usage: '',
  options: {},
  async run() {
    const settings = readSettings(process.env)
    requireDatabase(settings)
    const urls = urlsIn(settings)
    if (urls === undefined) printNotice('The embedded database is migrated when the server starts.\n')
    else await migrate(urls.ownerUrl, urls.url)
  },
})
