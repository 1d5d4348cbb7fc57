import type { EditedMail } from '#domain/api/edited-mail.ts'
import type { WordedMail } from '#domain/firm/wording.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#server/platform/config/settings.ts'
import type { DatabaseConnection } from '#server/platform/db/database.ts'
import type { VirusScanner } from '#server/platform/virus-scan/scanner.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import type { Node } from '#server/platform/node-state.ts'
import type { MailTemplate } from './mail/templates/templates.ts'
import type { Seal } from '#server/platform/seal/seal.ts'
import type { Tracer } from '@opentelemetry/api'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'

/** A mail that a dry run would have queued. */
export interface DryRunMail {
  template: MailTemplate
  recipient: string
  subject: string
  text: string
  /** The texts that the sender can edit; null for a mail with a fixed text. */
  editable: Required<EditedMail> | null
}

/** Edited mails by kind; undefined for one that can be edited and was not. */
export type EditedMails = Partial<Record<WordedMail, EditedMail | undefined>>

/** A dry run of an action for previewing its mails; it is rolled back (`mail-previews/`). */
export interface DryRun {
  mails: DryRunMail[]
}

/** Dependencies of all features, assembled in `start.ts` (tests assemble their own). */
export interface Context {
  /** Replaced when the firm's settings change: read it once in each request. */
  settings: Settings
  database: DatabaseConnection
  /**
   * Connection of the owner role, for tables that the application role must not write: the audit chain and check
   * results (docs/decisions/0038). The same role if there is only one.
   */
  keeper: Pick<DatabaseConnection, 'db' | 'pool'>
  store: ObjectStore
  /** Encrypts the most sensitive answers and all files. */
  keyring: Keyring
  /** Scans uploads for viruses; null if not configured. */
  scanner: VirusScanner | null
  /** Seals documents signed on screen; null if not configured. */
  seal: Seal | null
  log: FastifyBaseLogger
  /** Creates traces; null without a collector. */
  tracer: Tracer | null
  /** This server in the cluster. */
  node: Node
  /** Whether users reach the site over HTTPS. */
  https: boolean
  now: () => Date
  /** Set in a dry run: no secrets are generated and no rate limits counted. */
  dryRun?: DryRun
  /** The mail to the client as the caller edited it. */
  editedMail?: EditedMail
  /** Where a command sends mails to several clients: the kinds that the caller can edit, with what was written. */
  editedMails?: EditedMails
}
