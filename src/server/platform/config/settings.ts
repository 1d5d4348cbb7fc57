import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { sessionLimitsOf } from '#domain/firm/sign-in-section.ts'
import type { Role } from '#domain/users/roles.ts'
import { readInput } from '#domain/input/read-input.ts'
import type { SomeFirmValues } from '#domain/firm/sections.ts'
import { firmDefaults, type BrandingSettings } from './branding.ts'
import { environmentSchema, PROXY_COUNT, type Environment } from './environment.ts'
import { applyFirm, mergeFirm, type FirmSettings } from './firm.ts'
import { toRetentionSettings, type RetentionSettings } from './retention-settings.ts'
import { toDueDiligenceSwitch, type DueDiligenceSettings } from './due-diligence-settings.ts'
import { toMonitoringSettings, type MonitoringSettings } from './monitoring-settings.ts'
import { toPasskeySettings, type PasskeySettings } from './passkey-settings.ts'
import { problemsAnywhere, problemsInProduction } from './problems.ts'
import { toSealSettings, type SealSettings } from './seal.ts'
import { toWebhookSettings, type WebhookSettings } from './webhook-settings.ts'
import { readSso, type SsoSettings } from './sso-settings.ts'
import { misspeltNames } from './misspelt-names.ts'
import { firmOfRetired, retiredNotices, retiredSettings } from './retired-settings.ts'

/** All settings of a deployment, read once. `.env.example` documents each variable. */
export interface Settings
  extends
    SealSettings,
    RetentionSettings,
    MonitoringSettings,
    DueDiligenceSettings,
    WebhookSettings,
    PasskeySettings,
    SsoSettings {
  production: boolean
  /** Demo data, and passwords shown that would otherwise be mailed. */
  demo: boolean
  demoPassword: string | undefined
  host: string
  port: number
  /** Number of servers that share this machine's port. */
  workers: number
  /** The public URL; undefined: the request's host. */
  baseUrl: URL | undefined
  /** Absolute path. */
  dataDir: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The same database for the owner role, if separate. */
  databaseOwnerUrl: string | undefined
  /** Undefined: the local disk. */
  s3: S3Settings | undefined
  mail: { smtpUrl: string | undefined; from: string }
  /** Number or addresses of trusted proxies; false for none. */
  trustProxy: false | number | string
  selfRegistration: boolean
  /** Who must set up a second factor before anything else. */
  secondFactorRoles: readonly Role[]
  /** Durations of sessions, by role. */
  sessionLimits: ReturnType<typeof sessionLimitsOf>
  /** The virus scanner for all files: tcp://host:port or unix:///path. Undefined: none. */
  clamdUrl: URL | undefined
  /** Keys in base64, newest first; undefined: a generated one beside the data. */
  encryptionKeys: string | undefined
  /** A key file that `npm run keys:rotate` can change while servers run. Undefined: one beside the data. */
  encryptionKeyFile: string | undefined
  /** How long a stopping server serves requests while load balancers notice, in milliseconds. */
  shutdownPauseMs: number
  /** How long mails to clients are delayed for undo, in milliseconds. */
  undoMs: number
  /** Days without a change after which clients are reminded of a draft; 0 for never. */
  draftReminderDays: number
  /** Destination of audit log anchors: s3://bucket/prefix, or syslog+udp, +tcp, +tls://host:port. */
  auditAnchorUrl: URL | undefined
  branding: BrandingSettings
  /** The firm's own settings; `shared/firm` replaces them when they change. */
  firm: FirmSettings
  /** Notices about variables of earlier releases. */
  retired: readonly string[]
  /** Labels of the firm's settings without which no one can be invited (production). */
  missingFirmSettings: readonly string[]
}

export interface S3Settings {
  bucket: string
  region: string
  endpoint: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}

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
