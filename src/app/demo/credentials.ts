import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { generatePassword } from '#features/sign-in/rules/password-generator.ts'
import type { Settings } from '#base/server/config/settings.ts'

const FILE = 'demo-credentials.json'
const OWNER_ONLY = 0o600

/** Passwords by username. */
export type Credentials = Readonly<Record<string, string>>

function read(file: string): Credentials {
  if (!existsSync(file)) return {}
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Passwords of the demo users: from earlier starts, `DEMO_PASSWORD` if set, otherwise generated. Saved in
 * `DATA_DIR/demo-credentials.json`, readable by its owner only, before use.
 *
 * @returns the passwords, and those that changed since the previous start
 */
export function demoCredentials(
  { dataDir, demoPassword }: Pick<Settings, 'dataDir' | 'demoPassword'>,
  usernames: readonly string[],
): { credentials: Credentials; changed: ReadonlySet<string> } {
  const file = path.join(dataDir, FILE)
  const before = read(file)
  const credentials = Object.fromEntries(
    usernames.map((username) => [username, demoPassword ?? before[username] ?? generatePassword(randomInt)]),
  )
  const changed = new Set(usernames.filter((username) => credentials[username] !== before[username]))
  if (changed.size > 0) {
    writeFileSync(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, {
      mode: OWNER_ONLY,
      flush: true,
    })
    renameSync(`${file}.new`, file)
  }
  return { credentials, changed }
}
