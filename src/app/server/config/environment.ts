import { isIP } from 'node:net'
import { z } from 'zod'
import { dueDiligenceVariables } from '#features/due-diligence/settings.ts'
import { monitoringVariables } from '#base/server/config/monitoring-settings.ts'
import { passkeyVariables } from '#features/sign-in/passkey-settings.ts'
import { retentionVariables } from '#features/records/settings.ts'
import { sealVariables } from '#base/server/config/seal.ts'
import { webhookVariables } from '#features/integrations/settings.ts'
import { ssoVariables } from '#features/sso/settings.ts'

/** What a variable means, for `docs/settings.md`: its description, and what applies where it is not set. */
declare module 'zod' {
  interface GlobalMeta {
    /** What applies without the variable, where the schema has no default. */
    unset?: string
  }
}

const switchValue = z
  .enum(['1', 'true', 'on', 'yes', '0', 'false', 'off', 'no'], { error: 'use 1 or 0' })
  .transform((text) => ['1', 'true', 'on', 'yes'].includes(text))

/** A number of proxies, in `TRUST_PROXY`. */
export const PROXY_COUNT = /^\d{1,2}$/u
const NETWORK = /^(?<address>[^/]+)(?:\/[1-9]\d{0,2})?$/u

/** Whether a text names trusted proxies. Trusting all is not allowed: any client could forge its address. */
function namesProxies(text: string): boolean {
  if (PROXY_COUNT.test(text)) return true
  return text.split(',').every((entry) => isIP(NETWORK.exec(entry.trim())?.groups?.['address'] ?? '') !== 0)
}

const databaseAddress = z
  .string()
  .regex(
    /^postgres(?:ql)?:\/\/[^/\s]*\/[^/?\s]+/u,
    'use an address with the name of the database, such as postgres://user:password@host:5432/name',
  )

const MAIL_ADDRESS = String.raw`[^\s<>@,;"]+@[^\s<>@,;"]+`
const SENDER = new RegExp(`^(?:${MAIL_ADDRESS}|[^<>\\r\\n]*<${MAIL_ADDRESS}>)$`, 'u')

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url === null || (url.pathname === '/' && `${url.search}${url.hash}${url.username}` === '')
}

const server = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'use production, or leave it out for a trial' })
    .optional()
    .meta({ description: '`production` refuses demo mode, missing secrets and plain HTTP' }),
  PORT: z.coerce
    .number({ error: 'use a number from 0 to 65535' })
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .meta({ description: 'where the server listens' }),
  HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'the address of the machine that it listens on' }),
  WORKERS: z.coerce.number({ error: 'use a number from 1 to 64' }).int().min(1).max(64).optional().meta({
    description:
      'servers that share the port; [fewer where the database takes too few connections](install.md#use-all-cores)',
    unset: 'half the cores, in a container 1',
  }),
  BASE_URL: z
    .url({ protocol: /^https?$/u, error: 'use an address such as https://onboarding.example' })
    .refine(
      isOrigin,
      'use the address alone, such as https://onboarding.example: the site cannot be below a path',
    )
    .optional()
    .meta({ description: 'the `https://` address that users open; **required in production**' }),
  TRUST_PROXY: z
    .string()
    .refine(
      namesProxies,
      'set the number of proxies in front (1; 0 for none), or their addresses (10.0.0.0/8, 192.0.2.7)',
    )
    .optional()
    .meta({
      description: 'the proxies in front: how many (0: none), or their addresses; **required in production**',
      unset: '0',
    }),
  NODE_EXTRA_CA_CERTS: z.string().optional().meta({
    description:
      'a file with the certificates of [your own authority](install.md#certificates-of-your-own-authority)',
  }),
})

const data = z.object({
  DATA_DIR: z
    .string()
    .default('./data')
    .meta({ description: 'embedded database, stored files, the audit log’s anchors; mode 0700' }),
  DATABASE_URL: databaseAddress.optional().meta({
    description: 'the database (PostgreSQL 14 or newer), as the role that the application works as',
    unset: 'embedded',
  }),
  DATABASE_OWNER_URL: databaseAddress.optional().meta({
    description:
      'the same database, as the role that owns it ([ADR 4](decisions/0004-hash-chain-the-audit-log-in-a-background-job.md))',
    unset: 'one role',
  }),
  S3_BUCKET: z.string().optional().meta({ description: 'a bucket for files', unset: 'the disk' }),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/u, error: 'use an address such as https://s3.example' })
    .optional()
    .meta({ description: 'the address of the store', unset: 'Amazon’s' }),
  AWS_REGION: z.string().default('us-east-1').meta({ description: 'the region of the bucket' }),
  AWS_ACCESS_KEY_ID: z.string().optional().meta({ description: 'the key for the bucket' }),
  AWS_SECRET_ACCESS_KEY: z.string().optional().meta({ description: 'its secret' }),
  ENCRYPTION_KEY: z.string().optional().meta({
    description:
      'keys for ID numbers, mail, second factors and files: 32 random bytes in base64, the newest first; **this or the next required in production**',
    unset: 'generated',
  }),
  ENCRYPTION_KEY_FILE: z.string().optional().meta({
    description: 'a file with them, which [`keys:rotate`](run.md#change-the-encryption-key) can change',
  }),
  CLAMD_URL: z
    .string()
    .regex(
      /^(?:tcp:\/\/[^/:\s]+(?::\d{1,5})?|tcp:\/\/\[[\da-f:]+\](?::\d{1,5})?|unix:\/\/\/\S+)$/iu,
      'use an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl',
    )
    .optional()
    .meta({ description: 'the virus scanner (ClamAV) that every file has to pass', unset: 'no scan' }),
  AUDIT_ANCHOR_URL: z
    .string()
    .regex(
      /^(?:s3:\/\/[^\s/]+(?:\/\S*)?|syslog\+(?:udp|tcp|tls):\/\/[^\s/]+)$/u,
      'use an address such as s3://bucket/prefix/ or syslog+tls://logs.example:6514',
    )
    .optional()
    .meta({ description: 'where the audit log’s anchors are sent: a bucket with object lock, or syslog' }),
})

const offers = z.object({
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s]+/u, 'use an address such as smtps://user:password@host:465')
    .optional()
    .meta({
      description: 'the mail server; **required in production**',
      unset: 'files in `DATA_DIR/outbox`',
    }),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'use an address such as onboarding@firm.example, or Your Firm <onboarding@firm.example>')
    .optional()
    .meta({ description: 'the sender of mail; **required in production**', unset: '`onboarding@localhost`' }),
  DEMO: z
    .union([z.literal('public'), switchValue], { error: 'use 1, 0 or public' })
    .optional()
    .meta({
      description:
        'demo data; refused in production. `public`: also where others than this machine can connect, who may then use every demo account',
      unset: '1 without `DATABASE_URL` and `NODE_ENV`',
    }),
  DEMO_PASSWORD: z
    .string()
    .min(12, 'use at least 12 characters')
    .optional()
    .meta({ description: 'one password for all demo accounts', unset: 'generated' }),
})

/** Every setting, by group: the order of `docs/settings.md`. */
export const settingGroups = {
  'The server': server,
  'Data and files': data,
  Retention: retentionVariables,
  'Mail, accounts and demonstration': offers,
  'Single sign-on': ssoVariables,
  Passkeys: passkeyVariables,
  'Due diligence': dueDiligenceVariables,
  'The seal': sealVariables,
  Webhooks: webhookVariables,
  Monitoring: monitoringVariables,
}

/** Every setting that there is. */
export const environmentSchema = z.object({
  ...server.shape,
  ...data.shape,
  ...retentionVariables.shape,
  ...offers.shape,
  ...ssoVariables.shape,
  ...passkeyVariables.shape,
  ...dueDiligenceVariables.shape,
  ...sealVariables.shape,
  ...webhookVariables.shape,
  ...monitoringVariables.shape,
})

export type Environment = z.infer<typeof environmentSchema>
