import { readFileSync } from 'node:fs'
import { readSettings } from '#app/server/config/settings.ts'
import { openDatabase, purposes } from '#base/server/db/database.ts'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'
import { openKeyring } from '#base/server/encryption/open-keyring.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { printError, print } from '#base/server/logging/terminal.ts'
import { UsageError } from '#app/commands/command-arguments.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { anchorsIn } from '#features/audit/server/log/anchors.ts'
import { storeFinding } from '#features/audit/server/log/check-chain.ts'
import { CUT_OFF } from '#features/audit/server/log/chain-proof.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import {
  parseProof,
  verifyProof,
  type ProofRows,
  type ProofVerification,
} from '#features/audit/server/log/verify-proof.ts'
import { verifyChain, type Gap, type Verification } from '#features/audit/server/log/verify-chain.ts'

/** Legitimate reasons for a log that ends before its anchors. */
const LAWFUL_END =
  '\nA database brought back to an earlier time looks the same: see docs/emergencies.md, "Back in time".'

/**
 * `npm run audit:verify`: verifies the whole log, stores the result for the dashboards, and extends the chain if it is
 * intact. An operator's confirmation clears the alarm about a missing anchor. `--proof` also verifies the rows in the
 * `audit-proof.json` of an inspector's file.
 */
await runCommand({
  name: 'audit:verify',
  usage: '[--anchor FILE]... [--proof FILE]...',
  options: {
    anchor: { type: 'string', multiple: true, default: [], path: true },
    proof: { type: 'string', multiple: true, default: [], path: true },
  },
  async run({ values: { anchor: files, proof: proofFiles } }) {
    for (const file of files) await refuseWithoutAnchors(file)
    const proofs = proofFiles.map((file) => ({ file, rows: readProof(file) }))
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
      let isProven = true
      for (const { file, rows } of proofs) {
        const verified = await verifyProof(context, rows)
        print(describeProof(file, verified))
        isProven &&= verified.wrong === null
      }
      return found.sound && isProven ? 0 : 1
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

/** The rows of an `audit-proof.json`. */
function readProof(file: string): ProofRows {
  try {
    return parseProof(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} is no audit proof.`, { cause: error })
  }
}

function describeProof(file: string, { rows, unchained, wrong }: ProofVerification): string {
  if (wrong !== null) return `${file} is not what the log says: row ${wrong.eventId}, ${wrong.reason}.`
  const later = unchained === 0 ? '' : ` ${unchained} were not chained when the file was made.`
  return `${file} is intact: its ${rows} rows are those of the log.${later}`
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
