import { readSettings } from '#app/server/config/settings.ts'
import { urlsIn } from '#base/server/db/external-database.ts'
import { migrate } from '#base/server/db/migrate.ts'
import { printNotice } from '#base/server/logging/terminal.ts'
import { requireDatabase } from '#app/commands/configuration.ts'
import { runCommand } from '#app/commands/run-command.ts'

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
