import { writeFile } from 'node:fs/promises'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { exportModel } from '#features/due-diligence/server/rating/model-file.ts'
import { exportFirm } from '#features/firm/server/transfer/export-firm.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { print } from '#base/server/logging/terminal.ts'

/** `npm run firm:export -- FILE`: writes what was set on screen about the firm, logo included, and the risk model to a new file. */
await runCommand({
  name: 'firm:export',
  usage: 'NEW-FILE',
  options: {},
  files: { min: 1, max: 1 },
  async run({ files: [file = ''] }) {
    const database = await openDatabaseForCommand(readSettings(process.env))
    try {
      const firm = { ...(await exportFirm({ database })), riskModel: await exportModel(database.db) }
      // An existing file is not overwritten.
      await writeFile(file, `${JSON.stringify(firm, null, 2)}\n`, { flag: 'wx' })
      const logo = firm.logo === undefined ? [] : ['logo']
      print(`${file} holds ${[...Object.keys(firm.sections), ...logo, 'risk model'].join(', ')}.`)
    } finally {
      await database.close()
    }
  },
})
