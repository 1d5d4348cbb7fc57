import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#base/server/config/settings.ts'
import type { DatabaseConnection } from '#base/server/db/database.ts'
import type { VirusScanner } from '#base/server/virus-scan/scanner.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import type { Node } from '#base/server/node-state.ts'
import type { Seal } from '#base/server/seal/seal.ts'
import type { Tracer } from '@opentelemetry/api'
import type { ObjectStore } from '#base/server/storage/object-store.ts'

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
}
