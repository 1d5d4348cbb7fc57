import { readSettings } from '#server/config/settings.ts'
import { openDatabaseForCommand } from '#server/db/database-of-command.ts'
import { openKeyring } from '#server/encryption/open-keyring.ts'
import { say } from '#server/logging/terminal.ts'
import { keepFinding } from './check-chain.ts'
import { extendChain } from './extend-chain.ts'
import { verifyChain, type Verification } from './verify-chain.ts'

/** `npm run audit:verify`: chains what is new, walks the whole log, says whether anybody changed it, and keeps that for the dashboards. */
const settings = readSettings(process.env)
const database = await openDatabaseForCommand(settings)
try {
  const context = { settings, database, keyring: await openKeyring(settings, database.db, new Date()) }
  const found = await verifyChain(context)
  if (found.sound) await extendChain(context)
  await keepFinding({ database, now: () => new Date(), log: { error: () => undefined } }, 'whole', found)
  say(describe(found))
  process.exitCode = found.sound ? 0 : 1
} finally {
  await database.close()
}

function describe(found: Verification): string {
  if (found.sound)
    return `The audit log is sound: ${found.rows} rows verified, up to number ${found.verifiedUpTo}.`
  return `The audit log was tampered with. The first row that is not sound is number ${found.eventId}: ${found.reason}.`
}
