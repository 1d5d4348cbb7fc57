import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type { Settings } from '#base/server/config/settings.ts'
import { commandCall } from '#base/server/command-call.ts'
import { hasEmbeddedDatabase } from '#base/server/embedded-postgres/database-home.ts'
import { keyFileOf } from '#base/server/encryption/key-file.ts'

const DEFAULT_FILE = '.env'

/** The command found no configuration. */
class ConfigurationError extends Error {}

/**
 * Reads settings from files into the environment; variables that are set already win, as under `node --env-file`.
 *
 * @param files of `--env-file`; without any, `.env` if it exists
 * @throws ConfigurationError naming a file that cannot be read
 */
export function loadEnvironment(files: readonly string[]): void {
  for (const file of files) load(path.resolve(file))
  if (files.length > 0) return
  try {
    load(path.resolve(DEFAULT_FILE))
  } catch (error) {
    if (!(error instanceof ConfigurationError) || !isMissing(error.cause)) throw error
  }
}

function load(file: string): void {
  try {
    // Not `process.loadEnvFile`, which takes a file without permission for a missing one.
    for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8'))))
      process.env[name] ??= value
  } catch (cause) {
    const why = isMissing(cause) ? 'there is no such file' : 'this user may not read it'
    throw new ConfigurationError(
      `The settings in ${file} cannot be read: ${why} (${codeOf(cause)}). Run the command as the user that runs the server, ` +
        'or give this user access to the file. Nothing was done.',
      { cause },
    )
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

const HOW_TO_NAME_SETTINGS =
  'If the settings are in another file (the EnvironmentFile of a systemd unit), name it: ' +
  `${commandCall('COMMAND', '--env-file FILE')}. Nothing was done.`

/** @throws ConfigurationError if the settings name no database and there is no embedded one */
export function requireDatabase({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== undefined || hasEmbeddedDatabase(dataDir)) return
  throw new ConfigurationError(
    `No database was found: DATABASE_URL is not set, and DATA_DIR (${dataDir}) contains no embedded database. ` +
      `Set DATABASE_URL or DATA_DIR in ${path.resolve(DEFAULT_FILE)}, or start the server once first. ${HOW_TO_NAME_SETTINGS}`,
  )
}

/** @throws ConfigurationError if the settings name no target for a restore: a new embedded database needs a named folder */
export function requireTarget({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== undefined || (process.env['DATA_DIR'] ?? '') !== '' || existsSync(dataDir)) return
  throw new ConfigurationError(
    'There is no target for the restore: set DATABASE_URL, or DATA_DIR for a new embedded database, ' +
      `in ${path.resolve(DEFAULT_FILE)}. ${HOW_TO_NAME_SETTINGS}`,
  )
}

/** @throws ConfigurationError if the settings have no encryption keys */
export function requireKeys(settings: Settings): void {
  if (settings.encryptionKeys !== undefined || existsSync(keyFileOf(settings))) return
  throw new ConfigurationError(
    `No encryption keys were found: ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are not set, or ${keyFileOf(settings)} cannot be ` +
      `read. ${HOW_TO_NAME_SETTINGS}`,
  )
}
