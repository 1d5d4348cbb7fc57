import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { sessionLimitsOf } from '#domain/firm/sign-in-section.ts'
import type { Role } from '#domain/users/roles.ts'
import { readInput } from '#domain/input/read-input.ts'
import { firmByVariable, firmDefaults, toBranding, type BrandingSettings } from './branding.ts'
import { environmentSchema, PROXY_COUNT, type Environment } from './environment.ts'
import { applyFirm, mergeFirm, type FirmSettings } from './firm.ts'
import { toRetentionSettings, type RetentionSettings } from './retention-settings.ts'
import { toDueDiligenceSettings, type DueDiligenceSettings } from './due-diligence-settings.ts'
import { toMonitoringSettings, type MonitoringSettings } from './monitoring-settings.ts'
import { toPasskeySettings, type PasskeySettings } from './passkey-settings.ts'
import { problemsAnywhere, problemsInProduction } from './problems.ts'
import { toSealSettings, type SealSettings } from './seal.ts'
import { toWebhookSettings, type WebhookSettings } from './webhook-settings.ts'
import { readSso, type SsoSettings } from './sso-settings.ts'
import { misspeltNames } from './misspelt-names.ts'

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
  /** Free disk space to keep, in bytes. */
  minFreeDiskBytes: number
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

/** The configuration is invalid; the message names each variable and what to set. */
class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/** Load balancers probe about every two seconds, and need two results. */
const PRODUCTION_PAUSE_SECONDS = 5

/**
 * Reads the settings from environment variables. Empty variables count as unset.
 *
 * @throws SettingsError with all problems at once
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const set = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const input = readInput(environmentSchema, set)
  const misspelt = misspeltNames(Object.keys(set), Object.keys(environmentSchema.shape)).map(
    ({ name, meant }) =>
      `${name}: there is no such setting; ${meant === null ? 'remove it (docs/settings.md has all of them)' : `rename it to ${meant}, or remove it`}`,
  )
  if (!input.ok) {
    const unreadable = input.problems.map(({ path, message }) => `${path}: ${message}`)
    throw new SettingsError([...unreadable, ...misspelt])
  }
  const settings = toSettings(input.data)
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

/** The firm's values that the environment sets. */
function pinnedFirm(env: Environment) {
  const { SELF_REGISTRATION: open, REQUIRE_SECOND_FACTOR: required } = env
  const texts: Readonly<Record<string, string | undefined>> = {
    ...firmTexts(env),
    MAIL_FROM: nameIn(env.MAIL_FROM),
    SELF_REGISTRATION: open === undefined ? undefined : open ? 'on' : 'off',
    REQUIRE_SECOND_FACTOR: required === undefined ? undefined : required ? 'required' : 'optional',
  }
  return firmByVariable((variable) => texts[variable])
}

function firmTexts(env: Environment): Readonly<Record<string, string | undefined>> {
  const brands = Object.entries(env).filter(([name]) => name.startsWith('BRAND_'))
  return Object.fromEntries(brands) as Record<string, string | undefined>
}

/** The firm before the database was read. */
function firmOfEnvironment(env: Environment, mode: { production: boolean; demo: boolean }): FirmSettings {
  const firm = { pinned: pinnedFirm(env), stored: {}, defaults: firmDefaults(mode) }
  return { ...firm, values: mergeFirm(firm), revision: null, isSetUp: false }
}

function toSettings(env: Environment): Omit<Settings, keyof SsoSettings> {
  const production = env.NODE_ENV === 'production'
  const dataDir = resolve(env.DATA_DIR)
  const demo = env.DEMO ?? (!production && env.DATABASE_URL === undefined)
  const settings = {
    production,
    demo,
    demoPassword: env.DEMO_PASSWORD,
    host: env.HOST,
    port: env.PORT,
    workers: env.WORKERS ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    baseUrl: env.BASE_URL === undefined ? undefined : new URL(env.BASE_URL),
    dataDir,
    minFreeDiskBytes: env.MIN_FREE_DISK_MB * 1024 * 1024,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    s3: readS3(env),
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'onboarding@localhost' },
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    clamdUrl: env.CLAMD_URL === undefined ? undefined : new URL(env.CLAMD_URL),
    encryptionKeys: env.ENCRYPTION_KEY,
    encryptionKeyFile: env.ENCRYPTION_KEY_FILE === undefined ? undefined : resolve(env.ENCRYPTION_KEY_FILE),
    shutdownPauseMs: 1000 * (env.SHUTDOWN_PAUSE_SECONDS ?? (production ? PRODUCTION_PAUSE_SECONDS : 0)),
    undoMs: 1000 * env.UNDO_SECONDS,
    draftReminderDays: env.DRAFT_REMINDER_DAYS,
    auditAnchorUrl: env.AUDIT_ANCHOR_URL === undefined ? undefined : new URL(env.AUDIT_ANCHOR_URL),
    ...toSealSettings(env),
    ...toRetentionSettings(env),
    ...toMonitoringSettings(env),
    ...toWebhookSettings(env),
    ...toPasskeySettings(env),
    ...toDueDiligenceSettings(env),
    branding: toBranding(env, { production, dataDir }),
    firm: firmOfEnvironment(env, { production, demo }),
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
