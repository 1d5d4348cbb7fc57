import { type MonitoringSettings } from '#base/server/config/monitoring-settings.ts'
import { type SealSettings } from '#base/server/config/seal.ts'

/** All settings of a deployment, read once; each subject adds its own. `.env.example` documents each variable. */
export interface Settings extends SealSettings, MonitoringSettings {
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
  /** Notices about variables of earlier releases. */
  retired: readonly string[]
}

export interface S3Settings {
  bucket: string
  region: string
  endpoint: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}
