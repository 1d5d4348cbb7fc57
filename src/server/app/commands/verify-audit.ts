import { readSettings } from '#server/platform/config/settings.ts'
import { openDatabase, purposes } from '#server/platform/db/database.ts'
import { openDatabaseForCommand } from '#server/app/commands/database-of-command.ts'
import { openDatabaseClock } from '#server/shared/nodes/database-clock.ts'
import { openKeyring } from '#server/platform/encryption/open-keyring.ts'
import { createLogger } from '#server/platform/logging/logger.ts'
import { printError, print } from '#server/platform/logging/terminal.ts'
import { runCommand, UsageError } from '#server/app/commands/run-command.ts'
import { anchorsIn } from '#server/features/audit-log/anchors.ts'
import { storeFinding } from '#server/features/audit-log/check-chain.ts'
import { CUT_OFF } from '#server/features/audit-log/chain-proof.ts'
import { extendChain } from '#server/features/audit-log/extend-chain.ts'
import { verifyChain, type Gap, type Verification } from '#server/features/audit-log/verify-chain.ts'

/** Legitimate reasons for a log that ends before its anchors. */
const LAWFUL_END =
  '\nA database brought back to an earlier time looks the same: see docs/emergencies.md, "Back in time".'

/**
 * `npm run audit:verify`: verifies the whole log, stores the result for the dashboards, and extends the chain if it is
 * intact. An operator's confirmation clears the alarm about a missing anchor.
 */
await runCommand({
  usage: 'npm run audit:verify -- [--anchor FILE]...',
  options: { anchor: { type: 'string', multiple: true, default: [] } },
  async run({ values: { anchor: files } }) {
    for (const file of files) await refuseWithoutAnchors(file)
    const settings = readSettings(process.env)
    const database = await openDatabaseForCommand(settings)
    const keeper = openDatabase(database.ownerUrl, printError, purposes.keeper)
    try {
      const { now } = await openDatabaseClock(database)
      const keyring = await openKeyring(settings, database.db, now())
      const log = createLogger({ level: 'silent' })
      const context = { settings, database, keeper, keyring, log, now }
      const found = await verifyChain(context, null, files)
      for (const scope of ['whole', 'anchor'] as const) await storeFinding(context, scope, found)
      if (found.sound) await extendChain(context)
      print(describe(found))
      return found.sound ? 0 : 1
    } finally {
      await keeper.close()
      await database.close()
    }
  },
})

/** A wrong file must not pass as one whose anchors all match. */
async function refuseWithoutAnchors(file: string): Promise<void> {
  const { done } = await anchorsIn(file).next()
  if (done === true) throw new UsageError(`${file} holds no audit log anchors.`)
}

function describe(found: Verification): string {
  if (found.sound)
    return `The audit log is intact: ${found.rows} rows verified, up to number ${found.verifiedUpTo}.${describeGaps(found.gaps)}`
  return `The audit log was tampered with. The first invalid row is number ${found.eventId}: ${found.reason}.${
    found.reason === CUT_OFF ? LAWFUL_END : ''
  }`
}

/** Gaps are normal; after an incident they show which rows to look for in the database's own log. */
function describeGaps(gaps: readonly Gap[]): string {
  if (gaps.length === 0) return ''
  const ranges = gaps.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`))
  return `\nNumbers without a row (rolled back, or deleted before they were chained), the newest: ${ranges.join(', ')}.`
}
