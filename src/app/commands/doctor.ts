import { readSettings } from '#app/server/config/settings.ts'
import { type Settings } from '#base/server/config/settings.ts'
import { openDatabase, purposes } from '#base/server/db/database.ts'
import { keysInUse, loadKeyring } from '#base/server/encryption/open-keyring.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { printError, print } from '#base/server/logging/terminal.ts'
import { createNode } from '#base/server/node-state.ts'
import { openSeal } from '#base/server/seal/open-seal.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { describeMismatch } from '#base/server/storage/require-same-store.ts'
import { createVirusScanner } from '#base/server/virus-scan/scanner.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'
import { describeElsewhere } from '#features/sign-in/server/passkeys/require-same-domain.ts'
import type { Context } from '#base/server/context.ts'
import { formatCount } from '#base/server/health/amounts.ts'
import { examineDatabase } from '#features/operations/server/doctor/examine-database.ts'
import { examineFirm, examineSettings } from '#features/operations/server/doctor/examine-settings.ts'
import { examineSystem } from '#features/operations/server/doctor/examine-system.ts'
import {
  examine,
  findingStates,
  ok,
  problem,
  warning,
  type Finding,
  type Outcome,
} from '#features/operations/server/doctor/finding.ts'
import { requireDatabase } from './configuration.ts'
import { openDatabaseForCommand } from './database-of-command.ts'
import { runCommand } from './run-command.ts'
import { gate } from '#features/screening/server/gate.ts'

/**
 * `npm run doctor`: examines the deployment, prints the state of each part and what to do, and ends with 1 if there is a
 * problem. Changes nothing, except that the bucket gets its CORS rule as at each start.
 */
await runCommand({
  name: 'doctor',
  usage: '[--send-test-mail ADDRESS] [--json]',
  options: { 'send-test-mail': { type: 'string' }, json: { type: 'boolean', default: false } },
  async run({ values: { 'send-test-mail': testMailTo = null, json } }) {
    const settings = readSettings(process.env)
    requireDatabase(settings)
    const findings = await examineAll(settings, testMailTo)
    const worst = findingStates.findLast((state) => findings.some((finding) => finding.state === state))
    print(json ? JSON.stringify({ state: worst, findings }, undefined, 2) : describe(findings))
    return worst === 'problem' ? 1 : 0
  },
})

async function examineAll(settings: Settings, testMailTo: string | null): Promise<Finding[]> {
  const ofDatabase = await examineDatabase(settings)
  const ready = ofDatabase.every(({ name, state }) => name !== 'database-schema' || state === 'ok')
  const works = ofDatabase.every(({ state }) => state !== 'problem')
  const running = works && ready ? await examineRunning(settings) : { settings, findings: [] }
  const ofSettings = await examineSettings(running.settings, testMailTo)
  return [...ofSettings, ...ofDatabase, ...running.findings]
}

/** Checks that need an open database with a schema, and its keys. Answers the settings with those of the screen. */
async function examineRunning(environment: Settings): Promise<{ settings: Settings; findings: Finding[] }> {
  const database = await openDatabaseForCommand(environment)
  const keeper = openDatabase(database.ownerUrl, printError, purposes.keeper)
  try {
    const { now } = await openDatabaseClock(database)
    const stored = { settings: environment, database }
    await loadFirm(stored)
    const { settings } = stored
    const ofFirm = await examine('settings', 'Settings', () => examineFirm(settings))
    const used = await keysInUse(database.db)
    const keyring = loadKeyring(settings, { dataIsEncrypted: true })
    const ofKeys = await examine('keys', 'Keys of the data', () => {
      const missing = used.filter((id) => keyring?.find(id) === undefined)
      return missing.length > 0
        ? problem(
            `The data needs the key ${missing.join(', ')}. Restore it: without it the server does not start.`,
          )
        : ok(used.length === 0 ? 'Nothing is encrypted yet.' : `All available: ${used.join(', ')}.`)
    })
    if (keyring === null || ofKeys.some(({ state }) => state === 'problem'))
      return { settings, findings: [...ofFirm, ...ofKeys] }
    const rawStore = await createStore(settings)
    const context = {
      settings,
      database,
      keeper,
      keyring,
      store: encryptedStore(rawStore, keyring),
      scanner: createVirusScanner(settings),
      seal: await openSeal({ ...settings, demo: false }, now()).catch(() => null),
      log: createLogger({ level: 'silent' }),
      gate,
      tracer: null,
      node: createNode(),
      https: settings.baseUrl?.protocol === 'https:',
      now,
    }
    const ofPasskeys = await examine('passkeys', 'Passkeys', () => examinePasskeys(context))
    const ofStore = await examine('store-identity', 'Files of this site', async () => {
      const mismatch = await describeMismatch({ settings, database, rawStore })
      return mismatch === null ? ok('The store is that of the database.') : problem(mismatch)
    })
    const findings = [...ofFirm, ...ofKeys, ...ofStore, ...ofPasskeys, ...(await examineSystem(context))]
    return { settings, findings }
  } finally {
    await keeper.close()
    await database.close()
  }
}

async function examinePasskeys(context: Pick<Context, 'database' | 'settings'>): Promise<Outcome> {
  const elsewhere = await describeElsewhere(context)
  if (elsewhere === null) return ok('All can be used at this address.')
  return context.settings.passkeyRpIdChanged
    ? warning(elsewhere)
    : problem(
        `${elsewhere} The server does not start: correct BASE_URL or PASSKEY_RP_ID, or set PASSKEY_RP_ID_CHANGED=1.`,
      )
}

function describe(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ title }) => title.length))
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return [
    ...findings.map(({ state, title, detail }) => `${state.padEnd(7)}  ${title.padEnd(width)}  ${detail}`),
    '',
    `${formatCount(count('problem'), 'problem', 'problems')}, ${formatCount(count('warning'), 'warning', 'warnings')}.`,
  ].join('\n')
}
