import { statSync } from 'node:fs'
import { keysInFile } from './key-file.ts'
import { readKeyring, type Keyring } from './keyring.ts'

/** Delay until a server uses a new key in its file. */
export const NOTICED_WITHIN_MS = 1000

/**
 * The current keys in a file: a new one is used within a second, and an unknown key id triggers a reload. A temporarily
 * unreadable file changes nothing.
 *
 * @throws EncryptionKeyError if there is no key initially
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
      // The file may be being edited: keep the known keys, and try again next time.
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

/** Changes with every modification; null without the file. */
function stateOf(file: string): string | null {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false })
  return facts === undefined ? null : `${facts.ino} ${facts.size} ${facts.mtimeNs}`
}
