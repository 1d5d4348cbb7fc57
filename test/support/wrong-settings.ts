import { readSettings } from '#app/server/config/settings.ts'

/** Settings that are rejected, and the message for the operator. */
export interface WrongSetting {
  /** In production with otherwise valid settings; by default without any configuration. */
  mode?: 'production'
  /** Empty: unset. */
  set: Readonly<Record<string, string>>
  message: string
}

/** Valid settings for production. */
export const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://onboarding.example',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Firm <firm@example.com>',
  ENCRYPTION_KEY: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
}

const wrong = (set: WrongSetting['set'], message: string): WrongSetting => ({ set, message })
const inProduction = (set: WrongSetting['set'], message: string): WrongSetting => ({
  mode: 'production',
  set,
  message,
})

const BASE_URL_ALONE =
  'BASE_URL: use the address alone, such as https://onboarding.example: the site cannot be below a path'
const PROXIES =
  'TRUST_PROXY: set the number of proxies in front (1; 0 for none), or their addresses (10.0.0.0/8, 192.0.2.7)'
const CLAMD = 'CLAMD_URL: use an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl'
const SENDER =
  'MAIL_FROM: use an address such as onboarding@firm.example, or Your Firm <onboarding@firm.example>'
const DATABASE =
  'use an address with the name of the database, such as postgres://user:password@host:5432/name'
const COLLECTOR = 'OTLP_ENDPOINT: use an address such as http://127.0.0.1:4318'
const ANCHORS =
  'AUDIT_ANCHOR_URL: use an address such as s3://bucket/prefix/ or syslog+tls://logs.example:6514'
const misspelt = (name: string, meant: string) =>
  `${name}: there is no such setting; rename it to ${meant}, or remove it`
const unknown = (name: string) =>
  `${name}: there is no such setting; remove it (docs/settings.md has all of them)`

/** The table of wrong settings: `settings.test.ts` tries each, `docs/settings.md` shows them. */
export const wrongSettings: readonly WrongSetting[] = [
  wrong({ NODE_ENV: 'prod' }, 'NODE_ENV: use production, or leave it out for a trial'),
  wrong({ NODE_ENV: 'Production' }, 'NODE_ENV: use production, or leave it out for a trial'),
  wrong({ PORT: 'high' }, 'PORT: use a number from 0 to 65535'),
  wrong({ PORT: '70000' }, 'PORT: '),
  wrong({ PORT: '80.5' }, 'PORT: '),
  wrong({ WORKERS: '0' }, 'WORKERS: '),
  wrong({ WORKERS: 'all' }, 'WORKERS: use a number from 1 to 64'),
  wrong({ BASE_URL: 'onboarding.example' }, 'BASE_URL: use an address such as https://onboarding.example'),
  wrong({ BASE_URL: 'https://firm.example/onboarding' }, BASE_URL_ALONE),
  wrong({ BASE_URL: 'https://firm.example/?x=1' }, BASE_URL_ALONE),
  inProduction({ BASE_URL: '' }, 'BASE_URL: set the https:// address that users open'),
  inProduction(
    { BASE_URL: 'http://onboarding.example' },
    'BASE_URL: set the https:// address that users open',
  ),
  wrong({ TRUST_PROXY: 'true' }, PROXIES),
  wrong({ TRUST_PROXY: '0.0.0.0/0' }, PROXIES),
  wrong({ TRUST_PROXY: 'proxy.example' }, PROXIES),
  inProduction({ TRUST_PROXY: '' }, 'TRUST_PROXY: set the number of proxies in front (1), or 0 if users'),
  wrong(
    { NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' },
    'NODE_EXTRA_CA_CERTS: the file /nowhere/ca.pem cannot be read',
  ),
  wrong({ DATABASE_URL: 'mysql://db.example/onboarding' }, `DATABASE_URL: ${DATABASE}`),
  wrong({ DATABASE_URL: 'postgres://db.example' }, `DATABASE_URL: ${DATABASE}`),
  wrong({ DATABASE_OWNER_URL: 'localhost/onboarding' }, `DATABASE_OWNER_URL: ${DATABASE}`),
  wrong({ DATABASE_OWNER_URL: 'postgres://owner@db.example/x' }, 'DATABASE_OWNER_URL: set DATABASE_URL too'),
  wrong({ S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT: use an address such as https://s3.example'),
  wrong({ S3_ENDPOINT: 'https://s3.example' }, 'S3_ENDPOINT: set S3_BUCKET too, or leave it out'),
  inProduction(
    { S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3.example' },
    'S3_ENDPOINT: use an https:// address; browsers send files there',
  ),
  wrong(
    { S3_BUCKET: 'files', AWS_ACCESS_KEY_ID: 'id' },
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: set both or neither',
  ),
  inProduction(
    { ENCRYPTION_KEY: '' },
    'ENCRYPTION_KEY: set 32 random bytes in base64 (openssl rand -base64 32)',
  ),
  wrong(
    { ENCRYPTION_KEY: production.ENCRYPTION_KEY, ENCRYPTION_KEY_FILE: '/etc/keys' },
    'ENCRYPTION_KEY and ENCRYPTION_KEY_FILE: set one of them',
  ),
  wrong({ CLAMD_URL: '/run/clamd.sock' }, CLAMD),
  wrong({ CLAMD_URL: 'http://127.0.0.1:3310' }, CLAMD),
  wrong({ AUDIT_ANCHOR_URL: 'https://anchors.example' }, ANCHORS),
  wrong({ AUDIT_ANCHOR_URL: 'syslog://logs.example' }, ANCHORS),
  wrong({ KEEP_REMOVED_FILES_DAYS: 'week' }, 'KEEP_REMOVED_FILES_DAYS: use a number of days, 1 or more'),
  wrong({ KEEP_REMOVED_FILES_DAYS: '0' }, 'KEEP_REMOVED_FILES_DAYS: '),
  wrong({ SMTP_URL: 'mail.example:465' }, 'SMTP_URL: use an address such as smtps://user:password@host:465'),
  wrong({ SMTP_URL: 'smtp://' }, 'SMTP_URL: use an address such as smtps://user:password@host:465'),
  inProduction(
    { SMTP_URL: '' },
    'SMTP_URL: set a mail server; invitations and temporary passwords are sent by email',
  ),
  wrong({ MAIL_FROM: 'onboarding' }, SENDER),
  wrong({ MAIL_FROM: 'Your Firm <firm.example>' }, SENDER),
  inProduction({ MAIL_FROM: '' }, 'MAIL_FROM: set the address that email is sent from'),
  wrong({ PASSKEY_RP_ID: 'Firm.Example' }, 'PASSKEY_RP_ID: use a domain in lower case'),
  wrong({ PASSKEY_RP_ID: 'example' }, 'PASSKEY_RP_ID: use a domain in lower case'),
  wrong(
    { PASSKEY_RP_ID: 'firm.example' },
    'PASSKEY_RP_ID: use the host name of BASE_URL or a domain above it',
  ),
  wrong(
    { BASE_URL: 'http://localhost.firm.example', DEMO: '0', PASSKEY_RP_ID: 'irm.example' },
    'PASSKEY_RP_ID: use the host name of BASE_URL (localhost.firm.example) or a domain above it',
  ),
  wrong({ PASSKEY_RP_ID_CHANGED: 'yes' }, 'PASSKEY_RP_ID_CHANGED: use 1 or 0'),
  wrong({ FICA_PACK: '1' }, 'FICA_PACK: use on or off'),
  wrong({ LISTS_DIR: '/nowhere' }, 'LISTS_DIR: the folder /nowhere does not exist or cannot be read'),
  wrong({ DEMO: 'perhaps' }, 'DEMO: use 1, 0 or public'),
  inProduction({ DEMO: '1' }, 'DEMO: demo mode is refused in production; remove it'),
  wrong({ HOST: '0.0.0.0' }, 'DEMO: demo mode shows passwords to every visitor'),
  wrong({ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD: use at least 12 characters'),
  wrong({ SEAL_CERTIFICATE: '/etc/seal.crt' }, 'SEAL_CERTIFICATE and SEAL_KEY: set both or neither'),
  wrong(
    { SEAL_CERTIFICATE: 'a', SEAL_KEY: 'b', SEAL_P12: 'c' },
    'SEAL_P12: set it or SEAL_CERTIFICATE with SEAL_KEY, not both',
  ),
  wrong({ SEAL_P12_PASSWORD: 'secret' }, 'SEAL_P12_PASSWORD: set SEAL_P12 too, or leave it out'),
  wrong(
    { SEAL_TSA_URL: 'timestamp.example' },
    'SEAL_TSA_URL: use an address such as https://timestamp.example',
  ),
  wrong({ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: '),
  wrong({ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: use at least 16 characters, and no spaces'),
  wrong({ OTLP_ENDPOINT: 'collector:4318' }, COLLECTOR),
  wrong(
    { OTLP_ENDPOINT: 'https://name:secret@collector.example' },
    'OTLP_ENDPOINT: use an address without a name',
  ),
  wrong({ DATABASE_ULR: 'postgres://x/y' }, misspelt('DATABASE_ULR', 'DATABASE_URL')),
  wrong({ BASEURL: 'https://x.example' }, misspelt('BASEURL', 'BASE_URL')),
  wrong({ TRUST_PROXIES: '1' }, unknown('TRUST_PROXIES')),
  wrong({ SMTP_HOST: 'mail.example' }, unknown('SMTP_HOST')),
  wrong({ BRAND_SUPPORT_MAIL: 'a@b.example' }, unknown('BRAND_SUPPORT_MAIL')),
  wrong({ S3_BUKCET: 'files' }, misspelt('S3_BUKCET', 'S3_BUCKET')),
  wrong({ ENCRYPTION_KEYS: 'x' }, misspelt('ENCRYPTION_KEYS', 'ENCRYPTION_KEY')),
]

/** The problems that the operator reads: one line for each. */
export function problemsWith({ mode, set }: WrongSetting): string[] {
  try {
    readSettings({ ...(mode === 'production' ? production : {}), ...set })
    return []
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n  - ').slice(1)
  }
}
