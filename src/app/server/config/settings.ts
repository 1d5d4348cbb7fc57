import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { readInput } from '#base/rules/input/read-input.ts'
import type { SomeFirmValues } from '#features/brand/rules/sections.ts'
import { firmDefaults } from '#features/brand/server/branding.ts'
import { environmentSchema, PROXY_COUNT, type Environment } from '#app/server/config/environment.ts'
import { applyFirm, mergeFirm, type FirmSettings } from '#features/brand/server/firm.ts'
import { toRetentionSettings } from '#features/records/settings.ts'
import { toDueDiligenceSwitch } from '#features/due-diligence/settings.ts'
import { toMonitoringSettings } from '#base/server/config/monitoring-settings.ts'
import { toPasskeySettings } from '#features/sign-in/passkey-settings.ts'
import { problemsAnywhere, problemsInProduction } from '#app/server/config/problems.ts'
import { toSealSettings } from '#base/server/config/seal.ts'
import { toWebhookSettings } from '#features/integrations/settings.ts'
import { readSso, type SsoSettings } from '#features/sso/settings.ts'
import { misspeltNames } from '#base/server/config/misspelt-names.ts'
import { firmOfRetired, retiredNotices, retiredSettings } from '#base/server/config/retired-settings.ts'
import { type Settings, type S3Settings } from '#base/server/config/settings.ts'

type Variables = Readonly<Record<string, string>>

/** The configuration is invalid; the message names each variable and what to set. */
class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/** Load balancers probe about every two seconds, and need two results. */
const PRODUCTION_PAUSE_MS = 5000

/**
 * Reads the settings from environment variables. Empty variables count as unset.
 *
 * @throws SettingsError with all problems at once
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const set = Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
  const input = readInput(environmentSchema, set)
  const misspelt = misspeltNames(
    Object.keys(set).filter((name) => !Object.hasOwn(retiredSettings, name)),
    Object.keys(environmentSchema.shape),
  ).map(
    ({ name, meant }) =>
      `${name}: there is no such setting; ${meant === null ? 'remove it (docs/settings.md has all of them)' : `rename it to ${meant}, or remove it`}`,
  )
  if (!input.ok) {
    const unreadable = input.problems.map(({ path, message }) => `${path}: ${message}`)
    throw new SettingsError([...unreadable, ...misspelt])
  }
  const settings = toSettings(input.data, set)
  const { sso, problems: ssoProblems } = readSso(set, input.data, settings)
  const problems = [
    ...misspelt,
    ...problemsAnywhere(input.data, settings),
    ...ssoProblems,
    ...(settings.production ? problemsInProduction(input.data, settings) : []),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  return { ...settings, ...sso }
}

/** The name in `Firm <address>`; undefined for an address alone. */
function nameIn(sender: string | undefined): string | undefined {
  const [name = '', address] = sender?.split('<') ?? []
  return address === undefined ? undefined : name.replaceAll('"', '').trim() || undefined
}

/** The firm before the database was read. */
function firmOfEnvironment(stored: SomeFirmValues, mode: Parameters<typeof firmDefaults>[0]): FirmSettings {
  const firm = { stored, defaults: firmDefaults(mode) }
  return { ...firm, values: mergeFirm(firm), revision: null, isSetUp: false }
}

function toSettings(env: Environment, set: Variables): Omit<Settings, keyof SsoSettings> {
  const production = env.NODE_ENV === 'production'
  const dataDir = resolve(env.DATA_DIR)
  const demo = env.DEMO === undefined ? !production && env.DATABASE_URL === undefined : env.DEMO !== false
  const senderName = nameIn(env.MAIL_FROM)
  const settings = {
    production,
    demo,
    demoPassword: env.DEMO_PASSWORD,
    host: env.HOST,
    port: env.PORT,
    workers: env.WORKERS ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    baseUrl: env.BASE_URL === undefined ? undefined : new URL(env.BASE_URL),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    s3: readS3(env),
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'onboarding@localhost' },
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    clamdUrl: env.CLAMD_URL === undefined ? undefined : new URL(env.CLAMD_URL),
    encryptionKeys: env.ENCRYPTION_KEY,
    encryptionKeyFile: env.ENCRYPTION_KEY_FILE === undefined ? undefined : resolve(env.ENCRYPTION_KEY_FILE),
    shutdownPauseMs: production ? PRODUCTION_PAUSE_MS : 0,
    auditAnchorUrl: env.AUDIT_ANCHOR_URL === undefined ? undefined : new URL(env.AUDIT_ANCHOR_URL),
    ...toSealSettings(env),
    ...toRetentionSettings(env),
    ...toMonitoringSettings(env),
    ...toWebhookSettings(env),
    ...toPasskeySettings(env),
    dueDiligence: toDueDiligenceSwitch(env),
    retired: retiredNotices(set),
    firm: firmOfEnvironment(firmOfRetired(set), { production, demo, senderName }),
  }
  return applyFirm(settings, settings.firm)
}

function readS3(env: Environment): S3Settings | undefined {
  if (env.S3_BUCKET === undefined) return undefined
  return {
    bucket: env.S3_BUCKET,
    region: env.AWS_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
  }
}

/** A number of proxies, or a list of their addresses. */
function readTrustProxy(text: string | undefined): Settings['trustProxy'] {
  if (text === undefined || /^0+$/u.test(text)) return false
  return PROXY_COUNT.test(text) ? Number(text) : text
}
