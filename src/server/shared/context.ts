import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#server/platform/config/settings.ts'
import type { DatabaseConnection } from '#server/platform/db/database.ts'
import type { VirusScanner } from '#server/platform/virus-scan/scanner.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import type { Node } from '#server/platform/node-state.ts'
import type { Seal } from '#server/platform/seal/seal.ts'
import type { Tracer } from '@opentelemetry/api'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'

/** A mail as it would have been queued, by an act that was only rehearsed. */
export interface DryRunMail {
  template: string
  recipient: string
  subject: string
  text: string
}

/** An act that is done to see what it would mail, and leaves no trace (`mail-previews/`). */
export interface DryRun {
  mails: DryRunMail[]
}

/** Everything that the features work with, put together in one place (`start.ts`; the tests put together theirs). */
export interface Context {
  settings: Settings
  database: DatabaseConnection
  /**
   * The same as the role that owns it, for what the application's own role must not write: the audit log's chain, and what
   * checks found (docs/decisions/0038). The same role where there is one.
   */
  keeper: Pick<DatabaseConnection, 'db' | 'pool'>
  store: ObjectStore
  /** What encrypts the most private answers and the files. */
  keyring: Keyring
  /** Looks for viruses in what clients send; null where no scanner is set. */
  scanner: VirusScanner | null
  /** What documents that are signed on the screen are sealed with; null where nothing is. */
  seal: Seal | null
  log: FastifyBaseLogger
  /** Begins traces; null where nobody collects them. */
  tracer: Tracer | null
  /** This server among those that serve the site. */
  node: Node
  /** Whether people reach the site over HTTPS. */
  https: boolean
  /** The clock. */
  now: () => Date
  /** There where what is done leaves no trace: secrets are not drawn then, and nothing is counted. */
  dryRun?: DryRun
}
