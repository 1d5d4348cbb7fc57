import { statSync } from 'node:fs'
import { keysInFile } from './key-file.ts'
import { readKeyring, type Keyring } from './keyring.ts'

/** After so long a server seals with a key that was put into its file. */
export const NOTICED_WITHIN_MS = 1000

/**
 * The keys in a file, as they are now: a new one is used within a second, and one that seals what somebody else has
 * written is found the moment it is needed. A file that cannot be read for a moment changes nothing.
 *
 * @throws EncryptionKeyError where there is no key in it to begin with
 */
export function liveKeyring(file: string): Keyring {
  let ring = readKeyring(keysInFile(file).join(','))
  let seen = stateOf(file)
  let lookedAt = performance.now()

  const look = (): void => {
    lookedAt = performance.now()
    const state = stateOf(file)
    if (state === seen || state === null) return
    try {
      ring = readKeyring(keysInFile(file).join(','))
      seen = state
    } catch {
      // being replaced by hand, perhaps: what was known goes on working, and the next look tries again
    }
  }

  const newest = (): Keyring => {
    if (performance.now() - lookedAt >= NOTICED_WITHIN_MS) look()
    return ring
  }

  return {
    get current() {
      return newest().current
    },
    ids: () => newest().ids(),
    find(id) {
      const known = ring.find(id)
      if (known !== undefined) return known
      look()
      return ring.find(id)
    },
  }
}

/** Another one after every change; null where the file is not there. */
function stateOf(file: string): string | null {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false })
  return facts === undefined ? null : `${facts.ino} ${facts.size} ${facts.mtimeNs}`
}
