import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readInput } from '#domain/input/read-input.ts'
import { brandingVariables, toBranding, type BrandingSettings } from './branding.ts'
import { retentionVariables, toRetentionSettings, type RetentionSettings } from './retention-settings.ts'
import { monitoringVariables, toMonitoringSettings, type MonitoringSettings } from './monitoring-settings.ts'
import { sealProblems, sealVariables, toSealSettings, type SealSettings } from './seal.ts'

/** All settings of a deployment, read once. `.env.example` documents each variable. */
export interface Settings extends SealSettings, RetentionSettings, MonitoringSettings {
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
  /** Staff must set up a second factor before anything else. */
  requireSecondFactor: boolean
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
  /** Destination of audit log anchors: s3://bucket/prefix, or syslog+udp, +tcp, +tls://host:port. */
  auditAnchorUrl: URL | undefined
  branding: BrandingSettings
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

const switchValue = z
  .enum(['1', 'true', 'on', 'yes', '0', 'false', 'off', 'no'], { error: 'use 1 or 0' })
  .transform((text) => ['1', 'true', 'on', 'yes'].includes(text))

const COUNT = /^\d{1,2}$/u
const NETWORK = /^(?<address>[^/]+)(?:\/[1-9]\d{0,2})?$/u

/** Whether a text names trusted proxies. Trusting all is not allowed: any client could forge its address. */
function namesProxies(text: string): boolean {
  if (COUNT.test(text)) return true
  return text.split(',').every((entry) => isIP(NETWORK.exec(entry.trim())?.groups?.['address'] ?? '') !== 0)
}

/** Whether a host name is this machine's loopback. */
function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:.+\.)?localhost)$/u.test(host)
}

const databaseAddress = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//u, 'use an address such as postgres://user:password@host:5432/name')

const environmentSchema = z.object({
  ...brandingVariables.shape,
  ...sealVariables.shape,
  ...retentionVariables.shape,
  ...monitoringVariables.shape,
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number({ error: 'use a number from 0 to 65535' }).int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  WORKERS: z.coerce.number({ error: 'use a number from 1 to 64' }).int().min(1).max(64).optional(),
  BASE_URL: z
    .url({ protocol: /^https?$/u, error: 'use an address such as https://onboarding.example' })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  MIN_FREE_DISK_MB: z.coerce.number({ error: 'use a number of megabytes' }).min(0).default(500),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/u, error: 'use an address such as https://s3.example' })
    .optional(),
  AWS_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//u, 'use an address such as smtps://user:password@host:465')
    .optional(),
  MAIL_FROM: z.string().default('onboarding@localhost'),
  TRUST_PROXY: z
    .string()
    .refine(
      namesProxies,
      'set the number of proxies in front (1; 0 for none), or their addresses (10.0.0.0/8, 192.0.2.7)',
    )
    .optional(),
  SELF_REGISTRATION: switchValue.optional(),
  REQUIRE_SECOND_FACTOR: switchValue.optional(),
  CLAMD_URL: z
    .string()
    .regex(
      /^(?:tcp:\/\/[^/:\s]+(?::\d{1,5})?|tcp:\/\/\[[\da-f:]+\](?::\d{1,5})?|unix:\/\/\/\S+)$/iu,
      'use an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl',
    )
    .optional(),
  ENCRYPTION_KEY: z.string().optional(),
  ENCRYPTION_KEY_FILE: z.string().optional(),
  DEMO: switchValue.optional(),
  DEMO_PUBLIC: switchValue.optional(),
  DEMO_PASSWORD: z.string().min(12, 'use at least 12 characters').optional(),
  SHUTDOWN_PAUSE_SECONDS: z.coerce
    .number({ error: 'use a number of seconds from 0 to 300' })
    .min(0)
    .max(300)
    .optional(),
  UNDO_SECONDS: z.coerce.number({ error: 'use a number of seconds from 0 to 60' }).min(0).max(60).default(10),
  AUDIT_ANCHOR_URL: z
    .string()
    .regex(
      /^(?:s3:\/\/[^\s/]+(?:\/\S*)?|syslog\+(?:udp|tcp|tls):\/\/[^\s/]+)$/u,
      'use an address such as s3://bucket/prefix/ or syslog+tls://logs.example:6514',
    )
    .optional(),
})

/** Load balancers probe about every two seconds, and need two results. */
const PRODUCTION_PAUSE_SECONDS = 5

type Environment = z.infer<typeof environmentSchema>

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
  if (!input.ok) throw new SettingsError(input.problems.map(({ path, message }) => `${path}: ${message}`))
  const settings = toSettings(input.data)
  const problems = [
    ...problemsAnywhere(input.data, settings),
    ...(settings.production ? problemsInProduction(settings, set) : []),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

function toSettings(env: Environment): Settings {
  const production = env.NODE_ENV === 'production'
  const demo = env.DEMO ?? (!production && env.DATABASE_URL === undefined)
  return {
    production,
    demo,
    demoPassword: env.DEMO_PASSWORD,
    host: env.HOST,
    port: env.PORT,
    workers: env.WORKERS ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    baseUrl: env.BASE_URL === undefined ? undefined : new URL(env.BASE_URL),
    dataDir: resolve(env.DATA_DIR),
    minFreeDiskBytes: env.MIN_FREE_DISK_MB * 1024 * 1024,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    s3: readS3(env),
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    selfRegistration: env.SELF_REGISTRATION ?? demo,
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR ?? false,
    clamdUrl: env.CLAMD_URL === undefined ? undefined : new URL(env.CLAMD_URL),
    encryptionKeys: env.ENCRYPTION_KEY,
    encryptionKeyFile: env.ENCRYPTION_KEY_FILE === undefined ? undefined : resolve(env.ENCRYPTION_KEY_FILE),
    shutdownPauseMs: 1000 * (env.SHUTDOWN_PAUSE_SECONDS ?? (production ? PRODUCTION_PAUSE_SECONDS : 0)),
    undoMs: 1000 * env.UNDO_SECONDS,
    auditAnchorUrl: env.AUDIT_ANCHOR_URL === undefined ? undefined : new URL(env.AUDIT_ANCHOR_URL),
    ...toSealSettings(env),
    ...toRetentionSettings(env),
    ...toMonitoringSettings(env),
    branding: toBranding(env),
  }
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
  return COUNT.test(text) ? Number(text) : text
}

function problemsAnywhere(env: Environment, { demo, host, baseUrl }: Settings): string[] {
  const isPublic = !isLoopback(host) || (baseUrl !== undefined && !isLoopback(baseUrl.hostname))
  const checks: [wrong: boolean, problem: string][] = [
    [
      demo && isPublic && env.DEMO_PUBLIC !== true,
      'DEMO: demo mode shows passwords to every visitor, and HOST or BASE_URL is reachable from other machines; set DEMO=0, or DEMO_PUBLIC=1 if everyone who can reach it may use every demo account',
    ],
    [
      (env.AWS_ACCESS_KEY_ID === undefined) !== (env.AWS_SECRET_ACCESS_KEY === undefined),
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: set both or neither',
    ],
    [
      env.ENCRYPTION_KEY !== undefined && env.ENCRYPTION_KEY_FILE !== undefined,
      'ENCRYPTION_KEY and ENCRYPTION_KEY_FILE: set one of them',
    ],
    ...sealProblems(env),
    [
      env.DATABASE_OWNER_URL !== undefined && env.DATABASE_URL === undefined,
      'DATABASE_OWNER_URL: set DATABASE_URL too, to the same database for the role that the application works as',
    ],
  ]
  return checks.filter(([wrong]) => wrong).map(([, problem]) => problem)
}

function problemsInProduction(
  settings: Settings,
  variables: Readonly<Record<string, string | undefined>>,
): string[] {
  const checks: [wrong: boolean, problem: string][] = [
    [settings.demo, 'DEMO: demo mode is refused in production; remove it'],
    [
      settings.baseUrl?.protocol !== 'https:',
      'BASE_URL: set the https:// address that users open; cookies are never sent over plain HTTP',
    ],
    [
      variables['TRUST_PROXY'] === undefined,
      'TRUST_PROXY: set the number of proxies in front (1), or 0 if users reach the server directly; without it all users would share the proxy’s address and its limits',
    ],
    [
      settings.s3?.endpoint !== undefined && new URL(settings.s3.endpoint).protocol !== 'https:',
      'S3_ENDPOINT: use an https:// address; browsers send files there, and refuse to from a page over HTTPS',
    ],
    [
      settings.encryptionKeys === undefined && settings.encryptionKeyFile === undefined,
      'ENCRYPTION_KEY: set 32 random bytes in base64 (openssl rand -base64 32), and keep a copy in a safe place; or ENCRYPTION_KEY_FILE, a file with it',
    ],
    [
      variables['SMTP_URL'] === undefined,
      'SMTP_URL: set a mail server; invitations and temporary passwords are sent by email',
    ],
    [variables['MAIL_FROM'] === undefined, 'MAIL_FROM: set the address that email is sent from'],
  ]
  return checks.filter(([wrong]) => wrong).map(([, problem]) => problem)
}
